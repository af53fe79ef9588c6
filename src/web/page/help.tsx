import { AppBar } from './app-bar';
import { usePreferences } from './preferences';
import { useTitle } from './use-window';

export { show } from './shell';

type Section = readonly [title: string, ...lines: string[]];

const en: { title: string; lead: string; sections: readonly Section[] } = {
  title: 'Help for reviewers',
  lead: 'You received a link to a deck. You read it, change it if needed, and decide. Nothing is created without you.',
  sections: [
    [
      'Read and edit',
      'Outline shows the plan, Slides shows how it will look, and Changes shows what differs from an earlier revision.',
      'Click a line to change its text. The ⋯ of a line moves it, removes it, or adds a comment.',
      'Save edits makes a new revision. Every revision is kept, and you can restore an earlier one.',
    ],
    [
      'Decide',
      'Approve: the deck continues from the revision on the screen. The dialog says what happens next and whether it can cost money.',
      'Request changes: the deck waits. Others can approve when the text is edited or your request is resolved.',
      'More actions: delegate your decision, generate the text again, or reject the deck. A rejected deck cannot be resumed.',
    ],
    [
      'If something happens',
      'No connection: keep writing. Your text stays in this browser and is sent when the connection is back.',
      'Someone else saved first: the page shows both texts and can apply your edits to the new revision.',
      'The deck is parked: an operator must solve a problem. Nothing is lost, and you do not need to do anything.',
      'The link has expired or was cut: ask the person who sent it for a new one.',
    ],
    [
      'Keyboard',
      'Up and down move between lines, and Enter adds a line. Shortcuts, above the outline, lists all keys.',
      'Tab reaches every button. Escape closes menus and dialogs.',
    ],
    [
      'After the review',
      'Open the same link again to follow the progress and to download the files when the deck is ready.',
    ],
  ],
};

const zh: typeof en = {
  title: '审阅帮助',
  lead: '您收到了一个演示文稿的链接。您可以阅读、按需修改，然后作出决定。未经您同意，不会继续生成。',
  sections: [
    [
      '阅读和修改',
      '“大纲”显示计划，“幻灯片”显示效果，“修改”显示与较早版本的差异。',
      '点击一行即可修改文字。每行的 ⋯ 可以移动、删除该行或添加评论。',
      '保存修改会生成一个新版本。所有版本都会保留，您可以恢复较早的版本。',
    ],
    [
      '作出决定',
      '通过：演示文稿以屏幕上的版本继续。对话框会说明下一步，以及是否可能产生费用。',
      '要求修改：演示文稿会等待。文字修改后或您的要求解决后，其他人才能通过。',
      '更多操作：委托他人决定、重新生成文字或拒绝。被拒绝的演示文稿无法恢复。',
    ],
    [
      '遇到问题时',
      '没有网络：请继续编辑。文字保存在此浏览器中，恢复连接后自动发送。',
      '他人先保存了：页面会显示两份文字，并可把您的修改应用到新版本。',
      '演示文稿已挂起：需要由运维人员解决问题。内容不会丢失，您无需操作。',
      '链接已过期或不完整：请向发送者索取新链接。',
    ],
    [
      '键盘',
      '上下方向键在各行之间移动，回车键添加一行。大纲上方的“快捷键”列出全部按键。',
      'Tab 键可到达每个按钮，Esc 键关闭菜单和对话框。',
    ],
    ['审阅之后', '再次打开同一链接，即可查看进度，并在完成后下载文件。'],
  ],
};

/** What a reviewer can do, for everyone. */
export function View() {
  const { title, lead, sections } = { en, zh }[usePreferences().language];
  useTitle(title);
  return (
    <>
      <AppBar />
      <main class="page prose" id="content">
        <h1>{title}</h1>
        <p class="lead">{lead}</p>
        {sections.map(([heading, ...lines]) => (
          <section key={heading}>
            <h2>{heading}</h2>
            <ul>
              {lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </section>
        ))}
      </main>
    </>
  );
}
