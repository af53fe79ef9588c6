import type { Settings } from '../../config';
import type { RunRecord } from '../../stack/run-file';
import { isTemporalCloud, TEMPORAL_CLOUD_UI } from '../../temporal/cloud';
import { CliError, exitCodes } from '../terminal/exit';

/** Address of Temporal's web pages: as set, of the stack that runs here, or of Temporal Cloud. @throws CliError */
export function temporalUi({ settings, run }: { settings: Settings; run: RunRecord | undefined }): string {
  const { uiUrl, address, mode } = settings.temporal;
  if (uiUrl !== null) return uiUrl;
  if (mode === 'existing' && isTemporalCloud(address)) return TEMPORAL_CLOUD_UI;
  if (mode === 'embedded' && run?.uiUrl !== undefined) return run.uiUrl;
  const remedy =
    mode === 'existing'
      ? 'set temporal.uiUrl to it'
      : 'start Temporal with `deck dev`, or set temporal.uiUrl where another process runs it';
  throw new CliError(exitCodes.badInput, `The address of Temporal's web pages is not known: ${remedy}.`);
}
