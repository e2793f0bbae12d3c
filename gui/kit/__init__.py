"""What every screen is made with: layouts, commands, the frame of a screen."""
