import { Button } from './button';
import { useWords } from './preferences';

/** Leads through the pages of a list, if there are several. */
export function Paging({ page, pages, go }: { page: number; pages: number; go: (page: number) => void }) {
  const words = useWords();
  if (pages <= 1) return null;
  return (
    <div class="paging">
      <Button disabled={page === 1} onClick={() => go(page - 1)}>
        ← {words.previous}
      </Button>
      <span>{words.pageOf(page, pages)}</span>
      <Button disabled={page >= pages} onClick={() => go(page + 1)}>
        {words.next} →
      </Button>
    </div>
  );
}
