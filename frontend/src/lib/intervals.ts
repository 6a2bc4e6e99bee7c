/** Of so many parts an interval is given: people, talks, segments. As many as on the server. */
export const fewest = 5;
/** From this p on, a difference may be chance. As the server has it, too, in the files of its tables. */
export const chanceFrom = 0.05;
