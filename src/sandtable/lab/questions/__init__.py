"""The questions that the lab answers: is it fair, and what does this rule do."""
