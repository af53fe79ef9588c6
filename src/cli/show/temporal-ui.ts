import type { Settings } from '../../config';
import { isTemporalCloud, TEMPORAL_CLOUD_UI } from '../../temporal/cloud';
import type { RunRecord } from '../../worker/stack/run-file';
import { CliError, exitCodes } from '../terminal/exit';

/** URL of the Temporal UI: as configured, of the running stack, or of Temporal Cloud. @throws CliError */
export function temporalUi({ settings, run }: { settings: Settings; run: RunRecord | undefined }): string {
  const { uiUrl, address, mode } = settings.temporal;
  if (uiUrl !== null) return uiUrl;
  if (mode === 'existing' && isTemporalCloud(address)) return TEMPORAL_CLOUD_UI;
  if (mode === 'embedded' && run?.uiUrl !== undefined) return run.uiUrl;
  const remedy =
    mode === 'existing'
      ? 'Set temporal.uiUrl.'
      : 'Start the stack with deck dev, or set temporal.uiUrl if another process runs Temporal.';
  throw new CliError(exitCodes.badInput, `The URL of the Temporal UI is unknown. ${remedy}`);
}
