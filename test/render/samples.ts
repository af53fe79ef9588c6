/** Two decks of realistic business text with points of varied length, tables, figures and steps. */
import type { Outline } from '../../src/outline/outline';

const point = (title: string, ...text: string[]) => ({ kind: 'point' as const, title, text });

export const english: Outline = {
  title: 'From six weeks to ten days: renewing order fulfilment at Northwind',
  language: 'en',
  chapters: [
    {
      title: 'Where we stand',
      pages: [
        {
          title: 'Lead time fell by 38 % while volume grew',
          blocks: [
            point(
              '38% shorter lead time',
              'From the signed order to the goods at the dock, measured over 4,120 orders of the second quarter.',
            ),
            point('+12% order volume', 'Growth came from spare parts and from two new distributors in the Nordics.'),
            point('€4.2m less capital tied up', 'Finished goods on stock fell from 61 to 44 days.'),
            point('97.4% delivered on the promised day', 'The best value since records began.'),
          ],
        },
        {
          title: 'Three habits made the difference',
          blocks: [
            point(
              'Plan in hours, not in weeks',
              'A shared plan is renewed every four hours from live orders. Planners decide exceptions only, about forty a day instead of six hundred.',
            ),
            point(
              'Release work late',
              'Nothing enters the line before its material is complete, so half-finished orders no longer block space and people.',
            ),
            point(
              'One owner per order',
              'Each order has a named person who follows it from entry to delivery and answers the customer directly.',
            ),
          ],
        },
        {
          title: 'What still holds us back',
          blocks: [
            point(
              'Suppliers confirm late',
              'One confirmation in five arrives after the planned start of production, mostly for castings and electronics.',
            ),
            point(
              'Two systems, two truths',
              'Stock in the warehouse system and in the ledger differ by 3 % on an average day, and somebody has to find out why.',
            ),
          ],
        },
        {
          title: 'In the words of a customer',
          blocks: [
            point(
              '“For the first time I can promise my own customers a date and keep it.”',
              'Head of purchasing, a distributor of pumps with 140 branches, interviewed in June.',
            ),
          ],
        },
      ],
    },
    {
      title: 'What we propose',
      pages: [
        {
          title: 'Four moves for the next twelve months',
          blocks: [
            point(
              'Connect the twenty largest suppliers',
              'Confirmations and shipping notices arrive as data, not as e-mail, and update the plan at once.',
            ),
            point(
              'One stock ledger',
              'The warehouse system becomes the only source; finance reads from it every night.',
            ),
            point('Promise dates from capacity', 'The shop shows a date that the plan has already reserved.'),
            point(
              'Train sixty team leads',
              'Two days on the floor, one day in the planning room, a coach for the first month.',
            ),
          ],
        },
        {
          title: 'Roadmap from pilot to all four plants',
          blocks: [
            point('Phase 1: Pilot', 'One line in Aarhus, six weeks, daily review.'),
            point('Phase 2: Plant', 'The whole of Aarhus, old planning switched off.'),
            point('Phase 3: Roll-out', 'Gdańsk and Brno together, with people from the pilot.'),
            point('Phase 4: Network', 'Lyon joins, and orders move between the plants.'),
          ],
        },
        {
          title: 'Cost and benefit by year',
          blocks: [
            {
              kind: 'table',
              header: ['Position', '2025', '2026', '2027', 'Total'],
              rows: [
                ['Software and connection of suppliers', '€0.9m', '€0.6m', '€0.2m', '€1.7m'],
                ['Training and coaching', '€0.4m', '€0.3m', '€0.1m', '€0.8m'],
                ['Lower stock', '€0.5m', '€1.6m', '€2.1m', '€4.2m'],
                ['Fewer express deliveries', '€0.2m', '€0.7m', '€0.9m', '€1.8m'],
                ['Net', '−€0.6m', '€1.4m', '€2.7m', '€3.5m'],
              ],
            },
          ],
        },
        {
          title: 'Risks and how we meet them',
          blocks: [
            point(
              'Master data is worse than expected',
              'We clean the 2,000 most used items before the pilot and measure the error rate every week.',
            ),
            point(
              'Suppliers do not join',
              'A simple web form is enough to begin with; a premium for early confirmation is agreed with purchasing.',
            ),
            point('Team leads lack time', 'Each plant gets one temporary replacement during the training weeks.'),
            point(
              'Benefits come late',
              'The steering group stops after the pilot when lead time has not fallen by a quarter.',
            ),
            point('Two projects at once', 'The change of the ledger waits until the pilot has ended.'),
          ],
        },
      ],
    },
    {
      title: 'The figures behind it',
      pages: [
        {
          title: 'Revenue grew in every year',
          blocks: [
            {
              kind: 'table',
              header: ['Year', 'Revenue'],
              rows: [
                ['2022', '€31.4m'],
                ['2023', '€35.0m'],
                ['2024', '€38.9m'],
                ['2025', '€46.2m'],
              ],
            },
          ],
        },
        {
          title: 'Lead time by month, in days',
          blocks: [
            {
              kind: 'table',
              header: ['Month', 'Days'],
              rows: [
                ['Jan', '42'],
                ['Feb', '41'],
                ['Mar', '37'],
                ['Apr', '33'],
                ['May', '30'],
                ['June', '27'],
                ['July', '22'],
                ['Aug', '16'],
                ['Sept', '10'],
              ],
            },
          ],
        },
        {
          title: 'Where orders come from',
          blocks: [
            {
              kind: 'table',
              header: ['Channel', 'Share of orders'],
              rows: [
                ['Distributors', '46%'],
                ['Direct customers', '31%'],
                ['Online shop', '15%'],
                ['Service contracts', '8%'],
              ],
            },
          ],
        },
        {
          title: 'Orders and complaints by quarter',
          blocks: [
            {
              kind: 'table',
              header: ['Quarter', 'Standard orders', 'Special orders'],
              rows: [
                ['Q1 2025', '3,120', '840'],
                ['Q2 2025', '3,290', '830'],
                ['Q3 2025', '3,610', '905'],
                ['Q4 2025', '3,980', '1,010'],
              ],
            },
          ],
        },
        {
          title: 'Hours saved each week',
          blocks: [point('Planning: 64 h'), point('Dispatch: 41 h'), point('Customer service: 27 h')],
        },
        {
          title: 'How we got here',
          blocks: [
            point('March 2023', 'The board asks for half the lead time.'),
            point('October 2023', 'First line in Aarhus plans by the hour.'),
            point('June 2024', 'All of Aarhus works with one plan.'),
            point('January 2025', 'The web shop shows reserved dates.'),
          ],
        },
        {
          title: 'Two things to remember',
          blocks: [point('Small lots win', 'They move faster.'), point('Data first', 'Tools come second.')],
        },
        {
          title: 'Three rules for every plant',
          blocks: [
            point('See it', 'Walk the floor daily.'),
            point('Say it', 'Name the problem openly.'),
            point('Solve it', 'Close it within a week.'),
          ],
        },
      ],
    },
    {
      title: 'What we ask for today',
      pages: [
        {
          title: '€1.3m decides about €3.5m',
          blocks: [
            point(
              '€1.3m for the first year',
              'The amount covers the pilot, the connection of the first eight suppliers and the training of the first twenty team leads. It is paid back fourteen months after the start, even when only half of the expected stock reduction is reached.',
            ),
          ],
        },
        {
          title: 'Orders delivered on time by plant',
          blocks: [
            {
              kind: 'table',
              header: ['Plant', 'On time (%)'],
              rows: [
                ['Aarhus', '97.4'],
                ['Gdańsk', '91.0'],
                ['Brno', '88.5'],
                ['Lyon', '83.2'],
              ],
            },
          ],
        },
        {
          title: 'How the plan is renewed',
          blocks: [
            point('How the plan is renewed', 'The planner runs every four hours and reads live orders only.'),
            {
              kind: 'code',
              text: 'every 4 hours:\n  for order in live:\n    plan(order)\n\n  # exceptions go to people\n  report()',
            },
          ],
        },
        {
          title: 'Decisions for this meeting',
          blocks: [
            point('Release the budget of the pilot'),
            point('Name the head of the programme'),
            point('Confirm Aarhus as the first plant'),
            point('Agree on the date of the next review'),
          ],
        },
      ],
    },
  ],
};

export const chinese: Outline = {
  title: '数智驱动增长：2026年度经营复盘与下一阶段行动方案',
  language: 'zh',
  chapters: [
    {
      title: '年度经营回顾',
      pages: [
        {
          title: '营收突破12亿元，利润率持续改善',
          blocks: [
            point('12.4亿元 全年营业收入', '同比增长18%，其中海外业务贡献了将近三分之一的增量。'),
            point('23.6% 综合毛利率', '较上年提升2.1个百分点，主要来自产品结构优化与集中采购。'),
            point('4,800家 活跃企业客户', '大客户续约率达到94%，为近五年最高水平。'),
          ],
        },
        {
          title: '三大业务板块协同发力',
          blocks: [
            point(
              '智能制造',
              '面向汽车零部件与装备行业交付47个项目，平均交付周期由26周缩短到19周，客户满意度保持在95分以上。',
            ),
            point('供应链服务', '仓网覆盖扩展到38个城市，当日达订单占比超过六成，异常订单由系统自动识别并分派。'),
            point('数据产品', '标准化产品收入占比首次过半，研发投入的复用率明显提高，新版本按月发布。'),
          ],
        },
        {
          title: '我们听到的客户声音',
          blocks: [
            point(
              '“以前要三个部门核对两天的数据，现在早会之前就已经摆在桌面上了。”',
              '华东某装备制造企业生产副总，2026年3月回访。',
            ),
          ],
        },
        {
          title: '仍需正视的两个问题',
          blocks: [
            point('回款周期偏长', '应收账款周转天数为96天，比行业平均水平多出14天，集中在少数大型项目的验收环节。'),
            point('人才梯队不足', '一线项目经理缺口约30人，关键岗位平均招聘周期超过两个月，影响了新区域的拓展节奏。'),
          ],
        },
      ],
    },
    {
      title: '市场机会与竞争格局',
      pages: [
        {
          title: '主要指标完成情况',
          blocks: [
            {
              kind: 'table',
              header: ['指标', '2024年', '2025年', '2026年', '同比'],
              rows: [
                ['营业收入（亿元）', '8.9', '10.5', '12.4', '+18%'],
                ['毛利率', '20.1%', '21.5%', '23.6%', '+2.1pp'],
                ['研发投入（亿元）', '0.7', '0.9', '1.2', '+33%'],
                ['活跃客户（家）', '3,100', '3,900', '4,800', '+23%'],
                ['员工人数（人）', '1,260', '1,340', '1,415', '+6%'],
              ],
            },
          ],
        },
        {
          title: '需求正在发生四个变化',
          blocks: [
            point('从单点工具到整体方案', '客户更愿意为可衡量的结果付费，而不是为功能数量付费。'),
            point('从一次采购到长期订阅', '订阅收入占比预计在三年内超过55%。'),
            point('从总部决策到一线试用', '试点通过后再推广，决策链条变短，对交付速度的要求更高。'),
            point('从国内市场到跟随出海', '重点客户在东南亚建厂，需要同一套系统与本地服务团队。'),
          ],
        },
        {
          title: '竞争者各有所长，我们的优势在于行业深度与交付速度',
          blocks: [
            point('平台型厂商', '资金与品牌占优，但行业模板少，落地依赖伙伴。'),
            point('传统软件商', '客户基础稳固，产品架构较旧，升级成本高。'),
            point('新锐创业公司', '单点体验好，价格灵活，缺少大型项目的交付经验。'),
            point('客户自建团队', '贴近业务，维护成本逐年上升，人员流动带来风险。'),
            point('我们的选择', '聚焦三个行业，把交付经验沉淀为模板，用数据证明效果。'),
          ],
        },
      ],
    },
    {
      title: '数据与历程',
      pages: [
        {
          title: '营业收入连续四年增长',
          blocks: [
            {
              kind: 'table',
              header: ['年份', '营业收入'],
              rows: [
                ['2023年', '7.6亿元'],
                ['2024年', '8.9亿元'],
                ['2025年', '10.5亿元'],
                ['2026年', '12.4亿元'],
              ],
            },
          ],
        },
        {
          title: '月度活跃用户稳步上升',
          blocks: [
            {
              kind: 'table',
              header: ['月份', '活跃用户'],
              rows: [
                ['1月', '62万'],
                ['2月', '60万'],
                ['3月', '68万'],
                ['4月', '71万'],
                ['5月', '77万'],
                ['6月', '80万'],
                ['7月', '86万'],
                ['8月', '93万'],
              ],
            },
          ],
        },
        {
          title: '收入结构更加均衡',
          blocks: [
            {
              kind: 'table',
              header: ['业务', '收入占比'],
              rows: [
                ['智能制造', '42%'],
                ['供应链服务', '33%'],
                ['数据产品', '18%'],
                ['其他业务', '7%'],
              ],
            },
          ],
        },
        {
          title: '各季度新签与续约客户',
          blocks: [
            {
              kind: 'table',
              header: ['季度', '新签客户', '续约客户'],
              rows: [
                ['一季度', '210家', '640家'],
                ['二季度', '260家', '705家'],
                ['三季度', '245家', '760家'],
                ['四季度', '318家', '842家'],
              ],
            },
          ],
        },
        {
          title: '各区域客户满意度',
          blocks: [point('华东：96分'), point('华南：94分'), point('西南：91分'), point('华北：89分')],
        },
        {
          title: '公司发展历程',
          blocks: [
            point('2015年', '公司在苏州成立，首个项目落地。'),
            point('2018年', '完成首轮融资，团队突破百人。'),
            point('2021年', '推出数据平台，进入十个行业。'),
            point('2024年', '设立东南亚分部，服务出海客户。'),
            point('2026年', '营收突破十二亿元。'),
          ],
        },
        {
          title: '两个关键判断',
          blocks: [point('行业深度制胜', '专注才能领先。'), point('数据先行', '先治理，再应用。')],
        },
        {
          title: '三条工作原则',
          blocks: [point('看得见', '每天到现场。'), point('说得清', '公开讨论问题。'), point('做得到', '一周内闭环。')],
        },
      ],
    },
    {
      title: '下一阶段行动方案',
      pages: [
        {
          title: '分四步推进区域拓展',
          blocks: [
            point('第一步：选点', '以客户密度和供应链条件为标准，选出6个重点城市。'),
            point('第二步：建队', '每城配置一名负责人与五人小组，总部派驻教练三个月。'),
            point('第三步：打样', '一个季度内完成两个标杆项目并公开数据。'),
            point('第四步：复制', '沉淀方法与模板，次年扩展到20个城市。'),
          ],
        },
        {
          title: '新增投入换来更快的回报',
          blocks: [
            point(
              '9600万元 年度新增投入',
              '其中六成用于产品研发，三成用于区域团队建设，一成用于品牌与生态合作。按中性情景测算，投入将在19个月内收回，悲观情景下也不超过28个月。',
            ),
          ],
        },
        {
          title: '数据接口示例',
          blocks: [
            point('数据接口示例', '各城市每天提交一次经营数据。'),
            { kind: 'code', text: 'POST /v1/report\n{\n  "city": "成都",\n  "orders": 1280\n}' },
          ],
        },
        {
          title: '请会议审议的事项',
          blocks: [point('批准年度预算与投入节奏'), point('确认六个重点城市名单'), point('授权设立区域拓展专项奖励')],
        },
      ],
    },
  ],
};
