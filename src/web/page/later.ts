/** What the first view of a deck at its outline gate does not need. One file, because each request takes its time. */
import './shell';

export { Changes } from './comparison';
export { ConflictPanel } from './conflict';
export { DecisionDialog, DiscardDialog } from './decisions';
export { DeckActions } from './deck-actions';
export { Delivered } from './delivered';
export { Login } from './login';
export { Progress } from './progress';
export { Shortcuts } from './shortcuts';
export { Slides } from './slides';
export { Templates } from './templates';
