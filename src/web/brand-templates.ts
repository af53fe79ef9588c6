import { basename, extname } from 'node:path';
import { type Settings, SettingsError, serviceCredentials } from '../config';
import { correctRoles, listTemplates, registerTemplate, reportRegistered } from '../service/brands/registry';
import { BrandError, type Roles } from '../slides/brand';
import { HttpError } from './http-error';
import type { BrandTemplateList, BrandTemplateView } from './v1/schemas';

const elsewhere =
  'These templates are with the generation service that service.baseUrl names. Correct them with `deck template add` there.';

const LONGEST_NAME = 100;

/** The templates from PowerPoint files that the account registered, in the stores of the embedded service. */
export class BrandTemplates {
  constructor(
    private readonly settings: Settings,
    private readonly env: NodeJS.ProcessEnv,
    /** Whether the settings name these stores, and not only the address of a service. */
    private readonly areHere: boolean,
  ) {}

  async list(): Promise<BrandTemplateList> {
    if (!this.areHere) return { available: false, templates: [] };
    const templates = await listTemplates(this.settings, this.apiKey(), this.env);
    return { available: true, templates: templates.map(({ id, name }) => ({ id, name })) };
  }

  /** Adds a PowerPoint file. @throws HttpError `invalid` when no deck can be made from it */
  async add(file: File, named: string | undefined): Promise<BrandTemplateView> {
    const apiKey = this.requireStores();
    const name = named ?? (basename(file.name, extname(file.name)).trim().slice(0, LONGEST_NAME) || 'template');
    const bytes = Buffer.from(await file.arrayBuffer());
    const { id } = await asInvalid(() =>
      registerTemplate(this.settings, { apiKey, name, file: bytes, roles: {} }, this.env),
    );
    return this.view(id);
  }

  async view(id: number): Promise<BrandTemplateView> {
    const apiKey = this.requireStores();
    const found = await asInvalid(() => reportRegistered(this.settings, { apiKey, id }, this.env));
    if (found === undefined) throw missing(id);
    const { name, roles, report, automatic } = found;
    return { id, name, corrected: Object.keys(roles) as BrandTemplateView['corrected'], report, automatic };
  }

  /** @throws HttpError `invalid` when the layouts do not fit; then nothing is changed */
  async correct(id: number, roles: Roles): Promise<BrandTemplateView> {
    const apiKey = this.requireStores();
    const saved = await asInvalid(() => correctRoles(this.settings, { apiKey, id, roles }, this.env));
    if (saved === undefined) throw missing(id);
    return this.view(id);
  }

  private requireStores(): string {
    if (!this.areHere) throw new HttpError('not-allowed', elsewhere);
    return this.apiKey();
  }

  private apiKey(): string {
    try {
      return serviceCredentials(this.settings, this.env).apiKey;
    } catch (error) {
      if (error instanceof SettingsError) throw new HttpError('not-allowed', 'This server has no key of the account.');
      throw error;
    }
  }
}

const missing = (id: number) => new HttpError('not-found', `There is no template ${id}.`);

async function asInvalid<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof BrandError ? new HttpError('invalid', error.message) : error;
  }
}
