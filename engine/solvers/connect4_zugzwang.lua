-- Upper bounds on scores by following, which answers every move in its own column: claimeven and the
-- control of zugzwang of Victor Allis (1988, "A Knowledge-based Approach of Connect-Four").
--
-- The leader is the player to move, the follower the other one. With an even number of empty cells
-- the follower can always answer above the leader's stone, until the board is full: in every column,
-- counted in pairs from the top, the follower gets the upper cells and the leader the lower ones.
-- Columns with an odd number of empty cells form pairs themselves: the follower answers the single
-- cell at the bottom of one with that of another. So the leader gets only lower cells and those
-- bottoms; if these hold no four with the leader's stones, the leader never wins.
--
-- A threat of the follower in an upper cell strengthens the bound: the leader must not play below
-- it, so every cell above is out of reach, and in the end the leader has no other move and loses.
--
-- With an odd number of empty cells the follower needs a column in which the leader has to begin,
-- and that is never played to its end: one with an odd number of empty cells and a threat of the
-- follower in a lower cell.
--
-- The loader puts the numbers of the board before this text as constants: STRIDE, BOARD, LOWER_CELLS,
-- UPPER_CELLS. The chunk returns a function of the masks of the columns, which returns two functions,
-- the first for an even number of empty cells, the second for an odd one, both of (mover, all stones,
-- the opponent's threats, playable cells, goal): they return an upper bound of the mover's score if
-- it is below the goal, else nil. Neither player may have an immediate win. The second function can
-- only prove losses.

return function(columns)
    local FLAT <const>, RISING <const>, FALLING <const> = STRIDE, STRIDE + 1, STRIDE - 1
    local column_of = {} -- cell -> all cells of its column
    for _, mask in ipairs(columns) do
        local cell = mask & -mask
        while cell & mask ~= 0 do
            column_of[cell] = mask
            cell = cell << 1
        end
    end

    -- Return whether the cells hold a line of four; vertical lines are rare, so they come last.
    local function has_four(cells)
        local pair = cells & cells >> FLAT
        if pair & pair >> 2 * FLAT ~= 0 then return true end
        pair = cells & cells >> RISING
        if pair & pair >> 2 * RISING ~= 0 then return true end
        pair = cells & cells >> FALLING
        if pair & pair >> 2 * FALLING ~= 0 then return true end
        -- A vertical four: the bottom cell of an odd column and the cell above it, on two stones.
        pair = cells & cells >> 1
        return pair & pair >> 2 ~= 0
    end

    -- Return the threats and every cell above one.
    local function with_cells_above(threats)
        while true do
            local more = threats | threats << 1 & BOARD
            if more == threats then return threats end
            threats = more
        end
    end

    -- Return the best score of a leader who must in the end play below one of these threats: minus
    -- half the cells empty then, which are `held` and one cell below it in each of its columns.
    local function loss(held)
        local count, lowest = 0, held & ~(held << 1)
        while held ~= 0 do
            held = held & held - 1
            count = count + 1
        end
        while lowest ~= 0 do
            lowest = lowest & lowest - 1
            count = count + 1
        end
        return -(count >> 1)
    end

    local function is_odd(cells)
        local odd = false
        while cells ~= 0 do
            cells = cells & cells - 1
            odd = not odd
        end
        return odd
    end

    local function even(mover, both, theirs, possible, goal)
        local held, bound = theirs & UPPER_CELLS & ~possible, 0
        if held ~= 0 then
            held = with_cells_above(held)
            bound = loss(held)
        end
        if bound >= goal then return nil end
        local reach = (BOARD ~ both) & LOWER_CELLS | possible
        if has_four(mover | reach & ~(held << 1)) then return nil end
        return bound
    end

    local function odd(mover, both, theirs, possible, goal)
        local empty, threats = BOARD ~ both, theirs & LOWER_CELLS
        while threats ~= 0 do
            local threat = threats & -threats
            threats = threats ~ threat
            local column = column_of[threat]
            if is_odd(empty & column) then
                local held = with_cells_above(theirs & UPPER_CELLS & ~possible & ~column | threat)
                local bound = loss(held)
                if bound < goal then
                    local reach = (empty & LOWER_CELLS | possible) & ~column | empty & UPPER_CELLS & column
                    if not has_four(mover | reach & ~(held << 1)) then return bound end
                end
            end
        end
        return nil
    end

    return even, odd
end
