-- Plans for Connect Four: the rule, the check of a plan against every reply, and the search.
--
-- The constants before this text are those of connect4_search.lua. The chunk returns a function of
-- the search and of makes_four of that file and of `tick`, called every CHECK_EVERY nodes, that
-- returns whether to end, and `improved`, called with each plan that is shorter than those before.
-- It returns `choose`, `check` and `find`.
--
-- `find` learns from counterexamples. `explore` follows a plan against all replies; where its cell
-- loses the value, as the exact search says, the position is an example, with the cells that keep
-- it. `learn` makes a decision list of all examples: first the cells that are good wherever they
-- can be chosen, then the cell with the best weight of good over bad; below the list stand all
-- other cells, first those of one parity a column. A run that does not end is given up, after
-- Luby's sequence, and the next one has other parities. `shorten` drops marks and merges levels
-- while the plan still checks. Only `check` decides what a plan is.
--
-- A plan is a list of levels, each a mask of empty cells. The holder follows it; the opponent moves
-- first. `goal` is the score that the opponent must not reach: 0 where the holder wins, 1 where he
-- draws. Operator precedence: + and - bind closest, then << and >>, then &, ~, |, and comparisons.

local WIN <const>, BLOCK <const>, FORK <const>, MARK <const>, FAILED <const> = 1, 2, 3, 4, 5
-- Positions learnt from in one round; rounds of the shortest run; plans the shortest is chosen from.
local LEARNT <const>, ROUNDS <const>, PLANS <const> = 25, 12, 10
local POSITION <const> = 4 -- one position of a plan takes as long as so many nodes of the search
local LEVEL_COST <const> = 4 -- a further level is as hard to follow as this many marks

return function(search, makes_four, tick, improved)
    local pending = 0
    local least -- the cost of the shortest plan so far

    local function spend(nodes)
        pending = pending + nodes
        if pending >= CHECK_EVERY then
            pending = 0
            if tick() then error("stopped") end
        end
    end

    local function threats_of(stones, both)
        return makes_four(stones) & BOARD & ~both
    end

    local function size_of(cells)
        local size = 0
        while cells ~= 0 do
            cells = cells & cells - 1
            size = size + 1
        end
        return size
    end

    -- Return the part of the rule that applies, the cells it leaves to choose from, and, where
    -- marks decide, the cells from which they choose.
    local function choose(levels, holder, both, held, wanted)
        local drops = both + BOTTOM & BOARD
        local cells = held & drops
        if cells ~= 0 then return WIN, cells, 0 end
        cells = wanted & drops
        if cells ~= 0 then
            if cells & cells - 1 ~= 0 then return FAILED, 0, 0 end
            return BLOCK, cells, 0
        end
        local safe, forks = drops & ~(wanted >> 1), 0
        local left = safe
        while left ~= 0 do
            local cell = left & -left
            left = left ~ cell
            local after = both | cell
            local threats = threats_of(holder | cell, after)
            local now = threats & after + BOTTOM
            if now ~= 0 and now & (now - 1 | threats >> 1) ~= 0 then forks = forks | cell end
        end
        if forks ~= 0 then return FORK, forks, 0 end
        for level = 1, #levels do
            cells = safe & levels[level]
            if cells ~= 0 then return MARK, cells, safe end
        end
        return FAILED, 0, safe
    end

    -- Check a plan against every reply and every choice. Return nil if it fails, else the number of
    -- positions with the opponent to move, this one included, and the counters.
    local function check(levels, holder, both, goal)
        local seen, last_of = {}, {}
        local positions, blocks = 0, 0
        -- Cells of: last discs; discs by a mark; discs of the holder that do not win, on top of the
        -- opponent's last disc and elsewhere; cells above a disc of the opponent that is not
        -- answered; discs on bottom cells answered by a win on top, or not; winning discs; of the
        -- cells not answered those where the marks allowed another one.
        local ends, used, on_top, elsewhere, unanswered = 0, 0, 0, 0, 0
        local won, unwon, wins, passed = 0, 0, 0, 0

        local function visit(holder, both, held, wanted)
            local drops = both + BOTTOM & BOARD
            if wanted & drops ~= 0 then return nil end
            local key = holder + both
            local longest, last = seen[key], last_of[key]
            if longest then return longest, last end
            spend(POSITION)
            positions = positions + 1
            local opponent = both ~ holder
            longest, last = 0, 0
            while drops ~= 0 do
                local move = drops & -drops
                drops = drops ~ move
                local after = both | move
                local above = move << 1 & BOARD
                if after == BOARD then
                    if goal == 0 then return nil end
                    ends = ends | move
                    longest, last = 1, move
                    break
                end
                local threats = threats_of(opponent | move, after)
                local rule, cells = choose(levels, holder, after, held & ~move, threats)
                if rule == FAILED then return nil end
                if rule == WIN and cells & above ~= 0 then
                    won = won | move & BOTTOM
                else
                    unwon = unwon | move & BOTTOM
                end
                if rule == WIN then
                    wins = wins | cells
                else
                    if rule == BLOCK then blocks = blocks + 1 end
                    if rule == MARK then used = used | cells end
                    on_top, elsewhere = on_top | cells & above, elsewhere | cells & ~above
                    if cells ~= above then
                        unanswered = unanswered | above
                        if rule == MARK then passed = passed | above end
                    end
                end
                while cells ~= 0 do
                    local cell = cells & -cells
                    cells = cells ~ cell
                    local stones, full = holder | cell, after | cell
                    local plies, at = 0, cell
                    if rule == WIN or full == BOARD then
                        if rule ~= WIN and goal == 0 then return nil end
                        ends = ends | cell
                    else
                        plies, at = visit(stones, full, threats_of(stones, full), threats & ~cell)
                        if not plies then return nil end
                    end
                    plies = plies + 2
                    if plies > longest then
                        longest, last = plies, at
                    elseif plies == longest then
                        last = last | at
                    end
                end
            end
            seen[key], last_of[key] = longest, last
            return longest, last
        end

        local opponent = both ~ holder
        local longest, last = visit(holder, both, threats_of(holder, both), threats_of(opponent, both))
        if not longest then return nil end
        return positions, longest, last, ends, used, on_top, elsewhere, unanswered, won, unwon, blocks,
            wins, passed
    end

    -- Return the cells of `safe` where the holder keeps the value.
    local function keeping(holder, both, safe, goal)
        local opponent, stones, good = both ~ holder, size_of(both) + 1, 0
        while safe ~= 0 do
            local cell = safe & -safe
            safe = safe ~ cell
            local own, after = holder | cell, both | cell
            local score, nodes = search(opponent, after, threats_of(opponent, after),
                threats_of(own, after), goal, stones)
            spend(nodes)
            if score < goal then good = good | cell end
        end
        return good
    end

    -- Follow a plan, the lowest bit first within a level, against every reply; where it loses the
    -- value, keep the position in `examples`, with the cells that keep it. Return how many.
    local function explore(levels, holder, both, goal, examples)
        local seen, path, learnt = {}, {}, 0

        -- Return the depth of the last choice on the path that lost the value.
        local function blame(depth)
            for at = depth, 1, -1 do
                local place = path[at]
                if place.safe ~= 0 then
                    local key = place.holder + place.both
                    if not examples[key] then
                        local score, nodes = search(place.holder, place.both, place.held,
                            place.wanted, 1 - goal, size_of(place.both))
                        spend(nodes)
                        if score >= 1 - goal then
                            place.good = keeping(place.holder, place.both, place.safe, goal)
                            place.weight = 0
                            examples[key] = place
                            examples[#examples + 1] = place
                        end
                    end
                    if examples[key] then
                        examples[key].weight = examples[key].weight + 1
                        learnt = learnt + 1
                        return at
                    end
                end
            end
            return 0
        end

        local function follow(holder, both, held, wanted, depth)
            local drops = both + BOTTOM & BOARD
            if wanted & drops ~= 0 then return blame(depth - 1) end
            local key = holder + both
            if seen[key] then return nil end
            seen[key] = true
            spend(POSITION)
            local opponent = both ~ holder
            while drops ~= 0 do
                local move = drops & -drops
                drops = drops ~ move
                local after = both | move
                if after == BOARD then
                    if goal == 0 then return blame(depth - 1) end
                    return nil
                end
                local threats, still = threats_of(opponent | move, after), held & ~move
                local rule, cells, safe = choose(levels, holder, after, still, threats)
                local blamed
                if rule == FAILED or rule == MARK or rule == BLOCK then
                    path[depth] = { holder = holder, both = after, held = still, wanted = threats, safe = safe }
                    if rule == FAILED then blamed = blame(depth) end
                    if cells ~= 0 then
                        local cell = cells & -cells
                        local stones, full = holder | cell, after | cell
                        if full == BOARD then
                            if goal == 0 then blamed = blame(depth) end
                        else
                            blamed = follow(stones, full, threats_of(stones, full), threats & ~cell, depth + 1)
                        end
                    end
                end
                if blamed and blamed < depth then return blamed end
                if learnt >= LEARNT then return 0 end
            end
        end

        follow(holder, both, threats_of(holder, both), threats_of(both ~ holder, both), 1)
        return learnt
    end

    -- Return a decision list of the examples as levels, with the cells of `first` and then all
    -- others below it.
    local function learn(examples, empty, first)
        local active, levels, listed = table.move(examples, 1, #examples, 1, {}), {}, 0
        while #active > 0 do
            local good, bad = {}, {}
            for _, example in ipairs(active) do
                local left = example.safe & ~listed
                while left ~= 0 do
                    local cell = left & -left
                    left = left ~ cell
                    local side = example.good & cell ~= 0 and good or bad
                    side[cell] = (side[cell] or 0) + example.weight
                end
            end
            local level, best, share = 0, 0, 0
            local left = empty
            while left ~= 0 do
                local cell = left & -left
                left = left ~ cell
                if good[cell] then
                    if not bad[cell] then
                        level = level | cell
                    elseif good[cell] / bad[cell] > share then
                        best, share = cell, good[cell] / bad[cell]
                    end
                end
            end
            if level == 0 then level = best end
            if level == 0 then break end
            levels[#levels + 1] = level
            listed = listed | level
            local rest = {}
            for _, example in ipairs(active) do
                if example.safe & level == 0 then rest[#rest + 1] = example end
            end
            active = rest
            spend(#active)
        end
        for _, level in ipairs { first & empty & ~listed, empty & ~(first | listed) } do
            if level ~= 0 then levels[#levels + 1] = level end
        end
        return levels
    end

    -- Return a level for each cell, in the order in which `explore` takes them.
    local function ranked(levels)
        local ranks = {}
        for _, level in ipairs(levels) do
            while level ~= 0 do
                ranks[#ranks + 1] = level & -level
                level = level & level - 1
            end
        end
        return ranks
    end

    local function cost(levels)
        local total = LEVEL_COST * (#levels - 1)
        for _, level in ipairs(levels) do total = total + size_of(level) end
        return total
    end

    local function without(levels, cells)
        local rest = {}
        for _, level in ipairs(levels) do
            if level & ~cells ~= 0 then rest[#rest + 1] = level & ~cells end
        end
        return rest
    end

    local function merged(levels, first, last)
        local rest = table.move(levels, 1, first, 1, {})
        for number = first + 1, last do rest[first] = rest[first] | levels[number] end
        return table.move(levels, last + 1, #levels, first + 1, rest)
    end

    -- Drop marks and merge levels while the plan still checks. Return whether it checks at all.
    local function shorten(levels, holder, both, goal)
        local current
        local function try(candidate)
            local used = select(5, check(candidate, holder, both, goal))
            if not used then return false end
            current = without(candidate, ~used)
            if cost(current) < least then
                least = cost(current)
                improved(current)
            end
            return true
        end
        local function drop()
            for number = #current, 1, -1 do
                local left = current[number] or 0
                while left ~= 0 do
                    local cell = left & -left
                    left = left ~ cell
                    try(without(current, cell))
                end
            end
        end
        local function merge()
            local changed = false
            local number = 1
            while number < #current do
                if try(merged(current, number, number + 1)) then changed = true else number = number + 1 end
            end
            return changed
        end
        if not try(levels) then return false end
        if #current > 1 then try(merged(current, 1, #current)) end
        merge()
        repeat
            local before = cost(current)
            drop()
            merge()
        until cost(current) == before
        return true
    end

    local function luby(number)
        local power = 1
        while power - 1 < number do power = power * 2 end
        if power - 1 == number then return power // 2 end
        return luby(number - power // 2 + 1)
    end

    -- Search for the shortest of several plans.
    local function find(holder, both, goal, seed)
        least = math.huge
        local state = seed
        local function random()
            state = state * 0x5851F42D4C957F2D + 0x14057B7EF767814F
            return state >> 33
        end
        if check({}, holder, both, goal) then
            return improved {}
        end
        local empty = BOARD & ~both
        local column = (1 << STRIDE) - 1
        for _ = 1, PLANS do
            local run, done = 0, false
            while not done do
                run = run + 1
                local examples, first = {}, 0
                for shift = 0, STRIDE * (SIZE // (STRIDE - 1)) - 1, STRIDE do
                    local parity = random() & 1 == 0 and LOWER_CELLS or UPPER_CELLS
                    first = first | parity & column << shift
                end
                for _ = 1, ROUNDS * luby(run) do
                    local levels = learn(examples, empty, first)
                    if explore(levels, holder, both, goal, examples) == 0 then
                        done = shorten(levels, holder, both, goal)
                            or shorten(ranked(levels), holder, both, goal)
                        break
                    end
                end
            end
        end
    end

    return choose, check, find
end
