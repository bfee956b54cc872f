#!/bin/sh
# A command that misbehaves as its argument selects. A shell, because it starts in a hundredth of Node's time.
read -r request
folder=$(printf '%s' "$request" | sed 's/.*"folder":"\([^"]*\)".*/\1/')
say() { printf '%s\n' "$1"; }
done_with() { say "{\"done\":{\"path\":\"$1\"}}"; }

case $1 in
  'refuses the material') say '{"refused":{"reason":"invalid_asset","detail":"The second picture is upside down."}}' ;;
  'refuses the prompt') say '{"refused":{"reason":"content_policy_input"}}' ;;
  'refuses what it made') say '{"refused":{"reason":"content_policy_output","detail":"not shown: the render job"}}' ;;
  'refuses for no known reason') say '{"refused":{"reason":"mood"}}' ;;
  'fails') say '{"failed":{"detail":"out of memory"}}' ;;
  'fails for good') say '{"failed":{"detail":"no such model","retry":false}}' ;;
  'does not render') say '{"unsupported":true}' ;;
  'describes itself') say '{"describe":{}}' ;;
  'ends without an answer') echo 'Traceback: no kernel image' >&2 ;;
  'ends badly') exit 3 ;;
  'is killed') kill -KILL $$ ;;
  'writes a page') printf '<html>\n[1]\n"done"\nnull\n{"progress":"all"}\n{"progress":7}\n' ;;
  'is done with nothing') say '{"done":{}}' ;;
  'is done elsewhere') done_with "$0" ;;
  'is done above') done_with '../x.mp4' ;;
  'is done by a link')
    ln -s "$0" "$folder/out.mp4"
    done_with out.mp4
    ;;
  'is done without a file') done_with "$folder/none.mp4" ;;
  'is done with a folder')
    mkdir "$folder/out.mp4"
    done_with out.mp4
    ;;
  'is done with an empty file')
    : >"$folder/out.mp4"
    done_with out.mp4
    ;;
  'writes without a line’s end') yes x | tr -d '\n' ;;
  'goes on for ever')
    trap '' TERM
    (while :; do sleep 1; done) &
    say '{"progress":0.1}'
    while :; do sleep 1; done
    ;;
esac
