import type { Settings } from '../config';
import type { DeckEvent, NoticeKind } from '../core/notices';

export type Notifications = Settings['notifications'];

/** Somebody to be told. `key` is what histories, logs and results call it. */
export interface Receiver {
  key: string;
}

/** What is to be said of a receiver before anything is sent to it. */
export interface ReceiverCheck {
  receiver: string;
  state: 'ok' | 'note' | 'missing';
  message: string;
  remedy?: string;
}

/** Sends to the receivers of one channel; keeps its connections until it is closed. */
export interface Sender<To extends Receiver = Receiver> {
  /**
   * One attempt. `event` has its link to the review page, `id` is the same for every attempt and every receiver.
   * @returns what the receiver answered, for people
   * @throws DeliveryFailure, or SettingsError when the settings cannot be used
   */
  send(receiver: To, event: DeckEvent, id: string, signal: AbortSignal): Promise<string>;
  close(): Promise<void>;
}

/** A way to tell people. `channels.ts` lists all of them by their section of the settings. */
export interface Channel<To extends Receiver = Receiver> {
  /**
   * Who is told of an event. Each address is a receiver of its own, so that one whose server is busy is tried again and
   * the others do not get the message twice.
   */
  receivers(notifications: Notifications, type: DeckEvent['type'], escalateTo?: string): To[];
  /** Looks whether each receiver is set up as it must be; sends nothing. */
  check(notifications: Notifications, env: NodeJS.ProcessEnv): ReceiverCheck[];
  open(notifications: Notifications, env: NodeJS.ProcessEnv): Sender<To>;
}

/** Whether who wants to hear of these kinds is told of that event; a test is for all. */
export function wants(kinds: readonly NoticeKind[], type: DeckEvent['type']): boolean {
  return type === 'test' || kinds.includes(type);
}

/** What `look` says of a receiver, or why it cannot be used. */
export function checked(receiver: string, look: () => Omit<ReceiverCheck, 'receiver'>): ReceiverCheck {
  try {
    return { receiver, ...look() };
  } catch (error) {
    return { receiver, state: 'missing', message: (error as Error).message, remedy: 'docs/notifications.md' };
  }
}
