/** Of so many parts an interval is given: people, talks, segments. As many as on the server. */
export const fewest = 5;
