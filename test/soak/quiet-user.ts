import { Session } from '../service/session';

const KEPT = 10;

const outline = (title: string, pages: number) =>
  `# ${title}\n\n## One\n${'\n### Page\n\n#### Point\n\nA sentence.\n'.repeat(pages)}`;

/** A user of another account, who remembers what the service has acknowledged. */
export class QuietUser {
  readonly tasks = new Map<number, string>();
  /** With the links of their exports. */
  readonly designs = new Map<number, string[]>();

  private constructor(private readonly session: Session) {}

  static async enter(url: string, account: { key: string; secret: string }): Promise<QuietUser> {
    return new QuietUser(await Session.open(url, 'quiet', '', account));
  }

  async createTask(pages = 1): Promise<number> {
    const title = `Quiet ${this.tasks.size}`;
    const { code, data, msg } = await this.session.multipart('/api/ai/chat/v2/task', {
      type: 7,
      content: outline(title, pages),
    });
    if (code !== 0) throw new Error(`a call of another account was refused: ${msg}`);
    this.tasks.set(data.id, title);
    return data.id;
  }

  async saveDesign(): Promise<number> {
    const task_id = await this.createTask(40);
    const { code, data, msg } = await this.session.form('/api/design/v2/save', { task_id });
    if (code !== 0) throw new Error(`a design of another account was refused: ${msg}`);
    this.designs.set(data.id, []);
    await this.clearOldest();
    return data.id;
  }

  /** Stays below the quota however long it works. */
  private async clearOldest(): Promise<void> {
    const [[id] = [0]] = this.designs;
    if (this.designs.size <= KEPT) return;
    this.designs.delete(id);
    for (const call of ['delete', 'clear']) {
      const { code, msg } = await this.session.form(`/api/design/${call}`, { user_design_id: id });
      if (code !== 0) throw new Error(`a design of another account was not cleared: ${msg}`);
    }
  }

  async export(id: number): Promise<void> {
    const { code, data, msg } = await this.session.form('/api/download/export/file', {
      id,
      format: 'png',
      files_to_zip: true,
    });
    if (code !== 0) throw new Error(`an export of another account was refused: ${msg}`);
    const done = await this.session.exported(data);
    if (done.code !== 0) throw new Error(`an export of another account failed: ${done.msg}`);
    this.designs.get(id)!.push(...done.data);
  }

  /** @returns what was acknowledged and is not there. */
  async lost(): Promise<string[]> {
    const lost: string[] = [];
    for (const [task_id, title] of this.tasks) {
      const { code, data } = await this.session.form('/api/generate/data', { task_id });
      if (code !== 0 || !JSON.stringify(data).includes(`"${title}"`)) lost.push(`task ${task_id}`);
    }
    for (const id of this.designs.keys()) {
      if ((await this.session.get('/api/design/info', { user_design_id: id })).code !== 0) lost.push(`design ${id}`);
    }
    for (const link of [...this.designs.values()].flat()) {
      const response = await fetch(link);
      const bytes = Buffer.from(await response.arrayBuffer());
      if (response.status !== 200 || bytes.toString('latin1', 0, 2) !== 'PK')
        lost.push(`file ${new URL(link).pathname}`);
    }
    return lost;
  }
}
