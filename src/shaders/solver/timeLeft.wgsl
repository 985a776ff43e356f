// What is left of the step: depth maps show its end.

/// Part of the step that is still to come, at the time of the pose that was asked for last.
var<private> timeLeft = 0.0;
