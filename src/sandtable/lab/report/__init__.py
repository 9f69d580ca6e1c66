"""Reports: question, answer, interval, what was settled beforehand, pictures, and how to make it all again; as one HTML file or on paper."""
