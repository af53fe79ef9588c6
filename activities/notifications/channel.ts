import type { Settings } from '../../src/config';
import type { DeckEvent, NoticeKind } from '../../src/core/notices';

export type Notifications = Settings['notifications'];

/** A receiver of notifications. Histories, logs and results refer to it by `key`, so keys never change their form. */
export interface Receiver {
  key: string;
}

/** The result of checking a receiver's settings. */
export interface ReceiverCheck {
  receiver: string;
  state: 'ok' | 'note' | 'missing';
  message: string;
  remedy?: string;
}

/** Sends to the receivers of one channel. Keeps its connections open until it is closed. */
interface Sender<To extends Receiver = Receiver> {
  /**
   * Makes one attempt. `event` contains its links; `id` is the same for every attempt and receiver.
   * @returns the receiver's response, for people
   * @throws DeliveryFailure, or SettingsError if the settings are invalid
   */
  send(receiver: To, event: DeckEvent, id: string, signal: AbortSignal): Promise<string>;
  close(): Promise<void>;
}

/** A way to notify people. `channels.ts` lists all channels by their section of the settings. */
export interface Channel<To extends Receiver = Receiver> {
  /**
   * The receivers of an event. Each address is a separate receiver, so that retrying one whose server is busy does not
   * send the message to the others twice.
   */
  receivers(notifications: Notifications, type: DeckEvent['type'], escalateTo?: string): To[];
  /** Checks the settings of each receiver without sending anything. */
  check(notifications: Notifications, env: NodeJS.ProcessEnv): ReceiverCheck[];
  open(notifications: Notifications, env: NodeJS.ProcessEnv): Sender<To>;
}

/** Whether a receiver with these event types gets an event. Tests go to all receivers. */
export function wants(kinds: readonly NoticeKind[], type: DeckEvent['type']): boolean {
  return type === 'test' || kinds.includes(type);
}

/** The result of `check`, or the reason why the receiver cannot be used. */
export function checked(receiver: string, check: () => Omit<ReceiverCheck, 'receiver'>): ReceiverCheck {
  try {
    return { receiver, ...check() };
  } catch (error) {
    return { receiver, state: 'missing', message: (error as Error).message, remedy: 'docs/notifications.md' };
  }
}
