# The Norwegian sentences that have noun phrases, with the parts of speech and names that they have in
# norne-nb, for the teacher of noun phrases: word, tag+name, noun phrase.
#
#   awk -f join-nb.awk norne-nb/dev.txt basenp-nb-udrule/train.txt
#
# Both files have the same words, but for some "|" that stand in the first one only.
BEGIN { FS = OFS = "\t" }

NR == FNR {
  if (NF) {
    word[++n] = $1
    tag[n] = $2 "+" $3
  }
  next
}

NF {
  do {
    if (++i > n) {
      print "join-nb: line " FNR " has no counterpart: " $1 >"/dev/stderr"
      exit 1
    }
  } while (word[i] != $1)
  print $1, tag[i], $3
  next
}

{ print }
