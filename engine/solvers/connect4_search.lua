-- Alpha-beta for Connect Four, exact to the last stone.
--
-- The key of a position, the order of the columns and the scores are those of Pascal Pons' solver: the
-- stones the winner still has in hand after winning, plus one; negative when the opponent wins; 0
-- for a draw. Every question is a null window: does the score reach a goal? On the way down nobody
-- has a win at once (the caller sees to it at the root, the set of moves that do not lose at once
-- below).
--
-- Before this text stand the numbers of the board as constants: STRIDE, BOTTOM, BOARD, SIZE,
-- LOWER_CELLS, UPPER_CELLS; the table has two to the TABLE_BITS places.
--
-- Called with the masks of the columns, those to try first at the front, the two ceilings of
-- connect4_zugzwang.lua, and a function that is called every CHECK_EVERY nodes and says whether the
-- search is to end, with an error. Returns a function of (mover's stones, all stones, mover's
-- threats, opponent's threats, goal, number of stones): a lower bound of the score that is at least
-- the goal, else an upper bound below it; and how many nodes there were since the last call.
--
-- Of operators + and - bind closest, then << and >>, then &, ~, |, and comparisons last.

-- A place of the table is one integer: its low byte a bound, the rest the position. An upper bound
-- is stored as score + 64, a lower one as score + 192.
local UPPER <const>, LOWER <const>, BOUND <const> = 64, 192, 255
-- An odd number whose product spreads the keys; as it is odd, two keys never have the same product.
local SPREAD <const> = 0x9E3779B97F4A7C15
-- Near the end a look at the table before searching costs more than it saves.
local TABLE_LOOKAHEAD <const> = 7
-- So near the end nor does the proof that somebody only has to follow.
local FOLLOWING_ENDS <const> = 6
-- Above every difference of columns, below that of one threat.
local THREAT <const>, LESS_FORCING <const> = 16, 7
-- Up to so many stones a position and its mirror image share a place of the table. Later on few of
-- them meet, and looking for the image would cost more than it saves.
local MIRRORED <const> = 12
local COLUMN <const> = (1 << STRIDE) - 1

-- The cells, on the board or beyond, that make four with three of these stones, occupied ones among
-- them. Of each direction: a pair, and the stone next but one to it or next to it, both met in one
-- word, which serves for the cell between the pair and the stone and for the cell beyond the pair.
local function makes_four(stones)
    local flat = stones & stones >> STRIDE
    local rising = stones & stones >> STRIDE + 1
    local falling = stones & stones >> STRIDE - 1
    local more = stones >> 3 * STRIDE | stones << STRIDE
    local found = (flat & more) << 2 * STRIDE | flat >> STRIDE & more
    more = stones >> 3 * (STRIDE + 1) | stones << STRIDE + 1
    found = found | (rising & more) << 2 * (STRIDE + 1) | rising >> STRIDE + 1 & more
    more = stones >> 3 * (STRIDE - 1) | stones << STRIDE - 1
    found = found | (falling & more) << 2 * (STRIDE - 1) | falling >> STRIDE - 1 & more
    return found | stones << 1 & stones << 2 & stones << 3
end

return function(columns, even_ceiling, odd_ceiling, tick)
    local width = #columns
    local LOOKAHEAD <const>, LAST <const> = SIZE - TABLE_LOOKAHEAD, SIZE - 2
    local LAST_FOLLOWER <const>, PARITY <const> = SIZE - FOLLOWING_ENDS, SIZE & 1
    local PLACE_SHIFT <const> = 64 - TABLE_BITS
    local places = table.create(1 << TABLE_BITS)
    -- The moves of a position, by the number of stones after them: no two on the way down agree.
    local all_values, all_cells, all_threats, all_forced = {}, {}, {}, {}
    for stones = 0, SIZE do
        all_values[stones], all_cells[stones] = {}, {}
        all_threats[stones], all_forced[stones] = {}, {}
    end
    local pending = 0
    local negamax

    -- The key of a position or that of its mirror image, whichever is smaller.
    local function canonical(key)
        local image, rest = 0, key
        for _ = 1, width do
            image = image << STRIDE | rest & COLUMN
            rest = rest >> STRIDE
        end
        return image < key and image or key
    end

    -- One piece, because a call costs as much as all the work of a node. `asked`: whether the
    -- ceiling of this position is not to be asked for, as the parent has done so or saw it was no use.
    function negamax(mover, both, mine, theirs, beta, stones, asked)
        pending = pending + 1
        if pending >= CHECK_EVERY then
            pending = 0
            if tick() then error("stopped") end
        end
        local drops = both + BOTTOM & BOARD
        local possible, above = drops, theirs >> 1
        local forced = possible & theirs
        if forced ~= 0 then
            if forced & (forced - 1 | above) ~= 0 then return -(SIZE - stones >> 1) end
        else
            possible = possible & ~above
            if possible == 0 then return -(SIZE - stones >> 1) end
        end
        if stones >= LAST then return 0 end
        -- No win at once for either side bounds the score.
        local bound = SIZE - 1 - stones >> 1
        if bound < beta then return bound end
        local best = -(SIZE - 2 - stones >> 1)
        if best >= beta then return best end
        if forced ~= 0 then
            -- One reply is not worth a place in the table.
            local after = both | forced
            local threats = makes_four(mover | forced) & BOARD & ~after
            return -negamax(mover ~ both, after, theirs ~ forced, threats, 1 - beta, stones + 1, false)
        end
        local key = mover + both
        if stones <= MIRRORED then key = canonical(key) end
        local spread = key * SPREAD
        local place, rest = spread >> PLACE_SHIFT, spread << TABLE_BITS
        local entry = places[place]
        if entry and entry & ~BOUND == rest then
            bound = entry & BOUND
            if bound >= 128 then
                if bound - LOWER >= beta then return bound - LOWER end
            elseif bound - UPPER < beta then
                return bound - UPPER
            end
        end
        if not asked and stones <= LAST_FOLLOWER then
            local ceiling
            if stones & 1 == PARITY then
                ceiling = even_ceiling(mover, both, theirs, drops, beta)
            elseif theirs & LOWER_CELLS ~= 0 then
                ceiling = odd_ceiling(mover, both, theirs, drops, beta)
            end
            if ceiling then return ceiling end
        end
        local other = mover ~ both
        stones = stones + 1
        asked = stones <= LAST_FOLLOWER
        local even = stones & 1 == PARITY
        local values, cells = all_values[stones], all_cells[stones]
        local threats_of, forced_of = all_threats[stones], all_forced[stones]
        local count = 0
        for rank = 1, width do
            local move = possible & columns[rank]
            if move ~= 0 then
                local after = both | move
                -- What makes_four does, written out: its call would cost a tenth of the search.
                local own = mover | move
                local flat = own & own >> STRIDE
                local rising = own & own >> STRIDE + 1
                local falling = own & own >> STRIDE - 1
                local beside = own >> 3 * STRIDE | own << STRIDE
                local slanted = own >> 3 * (STRIDE + 1) | own << STRIDE + 1
                local other_way = own >> 3 * (STRIDE - 1) | own << STRIDE - 1
                local threats = ((flat & beside) << 2 * STRIDE | flat >> STRIDE & beside
                    | (rising & slanted) << 2 * (STRIDE + 1) | rising >> STRIDE + 1 & slanted
                    | (falling & other_way) << 2 * (STRIDE - 1) | falling >> STRIDE - 1 & other_way
                    | own << 1 & own << 2 & own << 3) & BOARD & ~after
                local answer = after + BOTTOM & threats
                local wanted = true
                local value = rank
                if answer ~= 0 then
                    -- A threat that is answered at once is worth less than one that stays.
                    value = value + LESS_FORCING
                    if answer & (answer - 1 | threats >> 1) ~= 0 then
                        -- Two wins at once, or one above the other: one of them stays.
                        bound = SIZE - stones >> 1
                        if bound >= beta then return bound end
                    end
                else
                    if stones < LOOKAHEAD then
                        local child = other + after
                        if stones <= MIRRORED then child = canonical(child) end
                        child = child * SPREAD
                        entry = places[child >> PLACE_SHIFT]
                        if entry and entry & ~BOUND == child << TABLE_BITS then
                            bound = entry & BOUND
                            if bound < 128 then
                                if UPPER - bound >= beta then return UPPER - bound end
                            elseif LOWER - bound < beta then
                                if LOWER - bound > best then best = LOWER - bound end
                                wanted = false
                            end
                        end
                    end
                    if wanted and asked then
                        -- The ceilings of the children come before one is searched; those that
                        -- can help. The even one wants a threat to gain by, or, where a draw is
                        -- enough, an opponent who has no threat in a lower cell to win by.
                        local ceiling
                        if even then
                            if threats & UPPER_CELLS ~= 0 or beta <= 0 and theirs & LOWER_CELLS & ~after == 0 then
                                ceiling = even_ceiling(other, after, threats, after + BOTTOM & BOARD, 1 - beta)
                            end
                        elseif threats & LOWER_CELLS ~= 0 then
                            ceiling = odd_ceiling(other, after, threats, after + BOTTOM & BOARD, 1 - beta)
                        end
                        if ceiling then return -ceiling end
                    end
                end
                if wanted then
                    local left = threats & ~mine
                    while left ~= 0 do
                        left = left & left - 1
                        value = value - THREAT
                    end
                    -- Kept in order, the best first.
                    local at = count
                    while at > 0 and values[at] > value do
                        values[at + 1], cells[at + 1] = values[at], cells[at]
                        threats_of[at + 1], forced_of[at + 1] = threats_of[at], forced_of[at]
                        at = at - 1
                    end
                    at = at + 1
                    values[at], cells[at], threats_of[at], forced_of[at] = value, move, threats, answer
                    count = count + 1
                end
            end
        end
        for number = 1, count do
            local after, threats, answer = both | cells[number], threats_of[number], forced_of[number]
            local score
            if answer == 0 then
                score = -negamax(other, after, theirs & ~after, threats, 1 - beta, stones, asked)
            elseif answer & (answer - 1 | threats >> 1) ~= 0 then
                score = SIZE - stones >> 1
            elseif stones >= LAST then
                score = 0
            else
                -- The one reply is played here, which saves a call.
                local full = after | answer
                local replied = makes_four(other | answer) & BOARD
                score = negamax(after ~ other, full, threats ~ answer, replied & ~full, beta, stones + 1, false)
            end
            if score >= beta then
                places[place] = rest | score + LOWER
                return score
            end
            if score > best then best = score end
        end
        places[place] = rest | best + UPPER
        return best
    end

    return function(mover, both, mine, theirs, goal, stones)
        local score = negamax(mover, both, mine, theirs, goal, stones, false)
        local nodes = pending
        pending = 0
        return score, nodes
    end
end
