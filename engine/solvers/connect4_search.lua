-- Alpha-beta for Connect Four, exact to the last stone.
--
-- The key of a position, the order of the columns and the scores are those of Pascal Pons' solver: the
-- stones the winner still has in hand after winning, plus one; negative when the opponent wins; 0
-- for a draw. Every search has a null window: does the score reach a goal? No position of the search
-- holds an immediate win for the mover: the caller guarantees it at the root, and below the search
-- tries only moves that do not lose at once.
--
-- The loader puts the numbers of the board before this text as constants: STRIDE, BOTTOM, BOARD, SIZE,
-- LOWER_CELLS, UPPER_CELLS, TABLE_BITS (the table has 2^TABLE_BITS slots), CHECK_EVERY.
--
-- The chunk returns a function of the masks of the columns in search order, the two ceilings of
-- connect4_zugzwang.lua, and a function `tick`, called every CHECK_EVERY nodes, that returns whether
-- to end the search, with an error. This function returns makes_four, for other files, and the
-- search: a function of (mover's stones,
-- all stones, mover's threats, opponent's threats, goal, number of stones) that returns a lower bound
-- of the score that is at least the goal, else an upper bound below it, and the number of nodes that
-- no call of `tick` has counted.
--
-- Operator precedence: + and - bind closest, then << and >>, then &, ~, |, and comparisons last.

-- A slot of the table is one integer: its low byte a bound, the rest the position. An upper bound
-- is stored as score + 64, a lower one as score + 192.
local UPPER <const>, LOWER <const>, BOUND <const> = 64, 192, 255
-- A multiplier that spreads the keys; as it is odd, two keys never have the same product.
local SPREAD <const> = 0x9E3779B97F4A7C15
-- Within this many stones of the end, probing the table for the children costs more than it saves.
local TABLE_LOOKAHEAD <const> = 7
-- Within this many stones of the end, so do the zugzwang ceilings.
local FOLLOWING_ENDS <const> = 6
-- Units of move ordering: LESS_FORCING exceeds every difference of column ranks, THREAT both.
local THREAT <const>, LESS_FORCING <const> = 16, 7
-- Up to this many stones a position and its mirror image share a slot of the table. With more, few
-- mirror images meet, and computing the image costs more than it saves.
local MIRRORED <const> = 12
local COLUMN <const> = (1 << STRIDE) - 1

-- Return the cells, on the board or beyond it, that make four with three of these stones, including
-- occupied cells. In each direction a pair of stones meets a third one, at a distance of one or two
-- cells; one shifted word finds both the gap between pair and stone and the cell beyond the pair.
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
    -- Move lists by the number of stones after the move: each ply of the recursion has its own.
    local all_values, all_cells, all_threats, all_forced = {}, {}, {}, {}
    for stones = 0, SIZE do
        all_values[stones], all_cells[stones] = {}, {}
        all_threats[stones], all_forced[stones] = {}, {}
    end
    local pending = 0
    local negamax

    -- Return the key of a position or that of its mirror image, whichever is smaller.
    local function canonical(key)
        local image, rest = 0, key
        for _ = 1, width do
            image = image << STRIDE | rest & COLUMN
            rest = rest >> STRIDE
        end
        return image < key and image or key
    end

    -- One function, because a call costs as much as all other work of a node. `bounded` skips the
    -- ceiling of this position: the parent has computed it or found it useless.
    function negamax(mover, both, mine, theirs, beta, stones, bounded)
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
        -- Without an immediate win for either side, the score is bounded.
        local bound = SIZE - 1 - stones >> 1
        if bound < beta then return bound end
        local best = -(SIZE - 2 - stones >> 1)
        if best >= beta then return best end
        if forced ~= 0 then
            -- A position with one reply is not worth a slot of the table.
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
        if not bounded and stones <= LAST_FOLLOWER then
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
        bounded = stones <= LAST_FOLLOWER
        local even = stones & 1 == PARITY
        local values, cells = all_values[stones], all_cells[stones]
        local threats_of, forced_of = all_threats[stones], all_forced[stones]
        local count = 0
        for rank = 1, width do
            local move = possible & columns[rank]
            if move ~= 0 then
                local after = both | move
                -- This inlines makes_four, whose call would cost a tenth of the search.
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
                local needed = true
                local value = rank
                if answer ~= 0 then
                    -- A threat that is answered at once is worth less than one that stays.
                    value = value + LESS_FORCING
                    if answer & (answer - 1 | threats >> 1) ~= 0 then
                        -- Of two immediate wins, or one above the other, the reply blocks only one.
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
                                needed = false
                            end
                        end
                    end
                    if needed and bounded then
                        -- Compute the ceilings of all children before searching one, where they can
                        -- help. The even one needs a threat of the mover or, where a draw is enough,
                        -- an opponent without a threat in a lower cell.
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
                if needed then
                    local left = threats & ~mine
                    while left ~= 0 do
                        left = left & left - 1
                        value = value - THREAT
                    end
                    -- Insertion sort, the best move first.
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
                score = -negamax(other, after, theirs & ~after, threats, 1 - beta, stones, bounded)
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

    local function search(mover, both, mine, theirs, goal, stones)
        local score = negamax(mover, both, mine, theirs, goal, stones, false)
        local nodes = pending
        pending = 0
        return score, nodes
    end
    return search, makes_four
end
