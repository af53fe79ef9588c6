/** What more than one view uses. Each view imports all of it, so it is one file: each request takes its time. */
import './app-bar';
import './dialog';
import './drop';
import './fields';
import './login';
import './menu';
import './messages';
import './next-deck';
import './operator';
import './template-name';
import './toast';

export { show } from './preferences';
