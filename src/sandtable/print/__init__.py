"""Things to print: reference sheets, through Typst."""
