/** For SQL, added to the current time. Due times are rounded to milliseconds: what has just been left must not wait for the next look. */
export const DUE_SLACK = `interval '2 milliseconds'`
