import { z } from 'zod';
import type { S3Options } from '../base/io/s3-bucket';
import { httpUrl, optionalString, type SecretReference, secretReference, section, string } from './fields';
import { readSecret } from './secrets';

const fields = {
  region: string('us-east-1'),
  prefix: z
    .string()
    .regex(/^([\w.-]+(\/[\w.-]+)*)?$/, 'must be names joined by /, or empty')
    .default(''),
  accessKey: secretReference.prefault({ env: 'DECK_S3_ACCESS_KEY' }),
  secretKey: secretReference.prefault({ env: 'DECK_S3_SECRET_KEY' }),
};

/** A bucket of an S3-compatible service. */
export const s3Bucket = z.strictObject({ endpoint: httpUrl, bucket: z.string().min(1), ...fields });

/** The service's files. The S3 settings are used only with `kind: s3`. */
export const fileSettings = section({
  kind: z.enum(['directory', 's3']).default('directory'),
  endpoint: httpUrl.nullable().default(null),
  bucket: optionalString,
  ...fields,
}).superRefine((files, context) => {
  if (files.kind !== 's3') return;
  for (const key of ['endpoint', 'bucket'] as const) {
    if (files[key] !== null) continue;
    context.addIssue({ code: 'custom', path: [key], message: 'is required while server.files.kind is s3' });
  }
});

interface WrittenBucket {
  endpoint: string | null;
  bucket: string | null;
  region: string;
  prefix: string;
  accessKey: SecretReference;
  secretKey: SecretReference;
}

/** @throws SettingsError if a key is not set */
export function s3Options(
  setting: string,
  { endpoint, bucket, accessKey, secretKey, region, prefix }: WrittenBucket,
  env: NodeJS.ProcessEnv = process.env,
): S3Options {
  return {
    // The settings require both for s3.
    endpoint: endpoint!,
    bucket: bucket!,
    region,
    prefix,
    accessKey: readSecret(accessKey, `${setting}.accessKey`, env),
    secretKey: readSecret(secretKey, `${setting}.secretKey`, env),
    section: setting,
  };
}
