"""The measurements of Scripts/bench."""
