/** Filter groups of the template search. Ids are part of the wire format and must stay stable. */
export const colours = [
  { id: 1, name: '蓝色', en_name: 'blue', code: '#1F5FBF' },
  { id: 2, name: '红色', en_name: 'red', code: '#C8342B' },
  { id: 3, name: '橙色', en_name: 'orange', code: '#F2762E' },
  { id: 4, name: '绿色', en_name: 'green', code: '#1E6B4E' },
  { id: 5, name: '黑色', en_name: 'black', code: '#15171C' },
  { id: 6, name: '青色', en_name: 'cyan', code: '#1AA6B7' },
  { id: 7, name: '紫色', en_name: 'purple', code: '#6B3FA0' },
  { id: 8, name: '灰色', en_name: 'grey', code: '#6B7078' },
] as const;

export const styles = [
  { id: 1, title: '商务' },
  { id: 2, title: '简约' },
  { id: 3, title: '创意' },
  { id: 4, title: '典雅' },
  { id: 5, title: '科技' },
  { id: 6, title: '清新' },
] as const;

export const scenes = [
  { id: 1, title: '工作汇报' },
  { id: 2, title: '商业计划' },
  { id: 3, title: '教育培训' },
  { id: 4, title: '产品发布' },
  { id: 5, title: '市场营销' },
  { id: 6, title: '学术答辩' },
  { id: 7, title: '年度总结' },
  { id: 8, title: '企业介绍' },
] as const;
