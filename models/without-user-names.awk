# Removes the labels of "@" and of the user name after it from a corpus of two columns: in the Broad Twitter
# Corpus, unlike in the others, they are two names.
BEGIN { FS = OFS = "\t" }
{ off = NF && ($1 == "@" || at || off && $2 ~ /^I-/); at = $1 == "@" }
off { $2 = "O" }
{ print }
