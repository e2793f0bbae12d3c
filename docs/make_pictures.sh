#!/usr/bin/env bash
# Makes the pictures of README and docs from the program itself, without a screen.
# PYTHON names another Python than that of .venv.
set -euo pipefail
cd "$(dirname "$0")/.."
export SDL_VIDEODRIVER=dummy SDL_AUDIODRIVER=dummy
python=${PYTHON:-.venv/bin/python}
data=$(mktemp -d)
trap 'rm -rf "$data"' EXIT
shot() {
  "$python" main.py --data-dir "$data" --lang en --size 1280x800 \
    --screenshot "docs/pictures/$1.png" "${@:2}" >/dev/null
}
shot connect4 --frames 240 --game connect4 --first human --second mcts:20000 --seed 3 \
  --moves "3 6 4 2 3 4 3 3 4 6 0 1 5 2" --analysis
shot matches --frames 200 --game matches --second learner --seed 5 --moves "2 1 2 1" --analysis
shot cube --frames 150 --scene cube --moves "U2 F2 R F' U R F U' F U' F R'" --analysis
shot match --frames 90 --game connect4 --first human --second medium --seed 3 --moves "3 3 2 4 3 1 2 2"
shot end --frames 300 --game connect4 --first human --second medium --seed 3 \
  --moves "2 5 2 1 2 2 2 6 1 1 0 1 0 5 0 0 5 6 5 5 1 2 0 5 6 0 6 6 3 3 3 3"
shot menu --frames 300 --scene menu
shot setup --frames 20 --scene setup --game connect4
shot light --frames 90 --lang fr --theme light --game nim --first human --second kernel --seed 2 --moves "1-2 2-1" --analysis
shot puzzle --frames 250 --scene puzzles --game connect4
shot lesson --frames 200 --lesson montecarlo/3
shot arena --frames 2400 --scene arena --analysis
# The card that explains a position, in place of its values.
printf '{"format": 1, "match_card": "theory"}' >"$data/settings.json"
shot why --frames 900 --game connect4 --first human --second medium \
  --moves "3 6 6 2 2 0 4 6 0 3 0 2 0 0 6 5 5 2 0 4" --analysis
shot why_first --frames 900 --game connect4 --first human --second human \
  --moves "4 6 6 2 4 4 2 4 4 3 3 3 4" --analysis
shot why_tactics --frames 400 --game connect4 --first human --second medium --theme light \
  --moves "4 6 6 2 4 4 2 4 4 3 3 3 5 5" --analysis
"$python" docs/make_animation.py
