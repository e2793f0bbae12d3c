"""The graphical user interface: it draws states and turns events into moves, without any rules."""
