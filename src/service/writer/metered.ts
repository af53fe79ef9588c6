/** Admission of one call of a language model, which costs money. */
export interface Meter {
  /** Waits for a place. @throws the reason why the call is refused */
  begin(call: MeteredCall): Promise<OpenCall>;
}

export interface MeteredCall {
  /** `account/user`. */
  owner: string;
  /** Waits for a place however long it takes; otherwise someone waits for the first words. */
  patient: boolean;
  signal: AbortSignal;
}

export interface OpenCall {
  /** Tokens that the provider reports. */
  used(tokens: number): void;
  end(): void;
}
