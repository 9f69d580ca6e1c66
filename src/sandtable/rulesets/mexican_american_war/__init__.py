"""The Mexican-American War: a variant of Regimental Fire and Fury on the umpire."""
