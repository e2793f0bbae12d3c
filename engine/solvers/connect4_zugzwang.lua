-- What a player is sure of who answers every move in the column it was played in: claimeven and the
-- control of zugzwang of Victor Allis (1988, "A Knowledge-based Approach of Connect-Four"), as bounds.
--
-- Take a player, the follower, when it is the other's turn, the leader's. If an even number of
-- places is empty, the follower can always answer above the leader's stone, until the board is
-- full: of every column, counted in pairs from the top, the follower gets the upper cells and the
-- leader the lower ones. Columns with an odd number of empty cells are themselves paired: who has to
-- play the single cell at the bottom of one finds the other's answered. So the leader gets no cell
-- but the lower ones and those bottoms, and if these and the stones there are hold no four, the
-- leader never wins.
--
-- A threat of the follower in an upper cell makes more of it: the leader must not play below it, so
-- all that lies above is out of reach, and when nothing else is left the leader has to.
--
-- With an odd number of empty places the follower needs a column in which the leader has to begin,
-- and that is never played to its end: one with an odd number of empty cells and a threat of the
-- follower in a lower cell.
--
-- Before this text stand the numbers of the board as constants: STRIDE, BOARD, LOWER_CELLS,
-- UPPER_CELLS. Called with the masks of the columns. Returns two functions, the first for an even
-- number of empty places, the second for an odd one, of (mover, all stones, the opponent's threats,
-- playable cells, goal): what the mover's score cannot exceed, if that is proved to be below the
-- goal, else nil. Nobody may have a win at once. The second can only prove losses.

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

    -- Whether a line of four is filled; upright lines are rare, so they come last.
    local function has_four(cells)
        local pair = cells & cells >> FLAT
        if pair & pair >> 2 * FLAT ~= 0 then return true end
        pair = cells & cells >> RISING
        if pair & pair >> 2 * RISING ~= 0 then return true end
        pair = cells & cells >> FALLING
        if pair & pair >> 2 * FALLING ~= 0 then return true end
        -- The bottom of an odd column and the cell above it, on two stones.
        pair = cells & cells >> 1
        return pair & pair >> 2 ~= 0
    end

    -- The threats, and every cell above one.
    local function grown(threats)
        while true do
            local more = threats | threats << 1 & BOARD
            if more == threats then return threats end
            threats = more
        end
    end

    -- The leader's score at best who must in the end play below one of these threats: two for
    -- every whole pair of cells, one for the lowest cell of each column.
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
            held = grown(held)
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
                local held = grown(theirs & UPPER_CELLS & ~possible & ~column | threat)
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
