/** A picture that is more than visible text on a background and within a border, or cannot be read. */
export class NotPlain extends Error {}
