import { join } from 'node:path';
import { packageRoot } from '../package-root';

/** Pre-built workflow code, written by `npm run build`. */
export const bundles = {
  presentation: { codePath: join(packageRoot, 'dist', 'presentation-bundle.js') },
  jobs: { codePath: join(packageRoot, 'dist', 'jobs-bundle.js') },
};
