// The views of the games: what each shows of its own.

import * as oink from "./oink.js";
import * as portland from "./portland.js";
import * as ricochet from "./ricochet.js";

const VIEWS = { oink, portland, ricochet };

/** The view of a game that the server told of. */
export const viewOf = ({ game }) => VIEWS[game];
