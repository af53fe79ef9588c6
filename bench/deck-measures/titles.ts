/** Titles of the fixed corpus, each with its template and arrangement. Every template occurs. */
export const TITLES: readonly (readonly [name: string, title: string, template: number, layout: 'standard' | 'pro'])[] =
  [
    ['pay', 'Migrating a payments ledger to event sourcing', 1001, 'standard'],
    ['board', 'Q3 board update for a logistics company', 1008, 'standard'],
    ['qreview', 'Q3 business review of a logistics company', 1013, 'pro'],
    ['photo', 'Photosynthesis for 12-year-olds', 1006, 'standard'],
    ['tea', 'Tea', 1011, 'standard'],
    ['apple', 'Revenue of Apple and Samsung 2020–2024', 1005, 'standard'],
    ['ts', 'TypeScript generics deep dive', 1004, 'standard'],
    ['jazz', 'A history of jazz', 1012, 'pro'],
    ['rome', 'History of the Roman Empire', 1002, 'standard'],
    ['diabetes', 'Type 2 diabetes: treatment options for patients', 1003, 'pro'],
    ['crane', 'How to fold a paper crane', 1010, 'pro'],
    ['bike', 'Mountain bike rental business plan', 1008, 'pro'],
    ['cat', 'Why our office needs a cat', 1007, 'standard'],
    ['zh-supply', '供应链汇报', 1009, 'standard'],
    ['zh-quantum', '量子计算入门', 9001, 'pro'],
  ];
