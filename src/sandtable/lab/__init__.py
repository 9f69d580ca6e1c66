"""The lab: battles by the hundred, counted honestly. Is it fair? What does this rule do? What beats what?"""
