/** Texts of many kinds for the review of decks page by page. Everything in them is made up. */

export const BOARD = `# Q3 board update: Harbour Freight

## Results

### Revenue grew faster than cost

#### €48.2m revenue

Up 9 % on last year, mostly from cold storage.

#### €4.1m operating profit

The first quarter above €4m since the merger.

#### 93 % on time

Target 95 %; the two missing points are weather.

### Revenue by quarter

| Quarter | Revenue (€m) |
|---|---|
| Q4 | 43.9 |
| Q1 | 44.6 |
| Q2 | 46.0 |
| Q3 | 48.2 |

Source: monthly accounts

### Cost by terminal

| Terminal | Plan (€m) | Actual (€m) | Difference |
|---|---|---|---|
| North | 12.1 | 11.8 | −0.3 |
| West | 9.4 | 9.9 | +0.5 |
| East | 7.2 | 7.0 | −0.2 |
| Offices | 4.0 | 4.1 | +0.1 |

### What held us back

- Two cranes stood still for nine days.
- Diesel cost 7 % more than planned.
- The new yard software started four weeks late.

## Decision

### Options for the second crane

#### Buy

€6.4m now, delivery in eleven months, own staff.

#### Lease

€0.9m a year for eight years, delivery in four months.

### Risks and how we meet them

#### Supplier fails

A second supplier holds an option until March.

#### Volume falls

The lease ends early at a cost of €0.4m.

#### Staff is short

Twelve operators start their training in January.

### We ask the board to approve the lease

The lease costs €0.9m a year and earns its cost at 310 moves a week. We make 402 today.
`;

export const LESSON = `# Photosynthesis for a class of twelve-year-olds

## What plants do

### A leaf is a kitchen

- Light
- Water
- Air

### What goes in and what comes out

| In | Out |
|---|---|
| Carbon dioxide | Oxygen |
| Water | Sugar |

### Why leaves are green

Chlorophyll swallows red and blue light and sends the green light back to our eyes.

## Try it

### The experiment in five steps

1. Put water weed into a glass of water.
2. Turn a funnel over it.
3. Fill a test tube with water and put it on the funnel.
4. Set the glass into the sun.
5. Count the bubbles after an hour.

### What you will see

> Small bubbles rise from the plant, and they are oxygen.

### Words to remember

- **Chlorophyll**: the green matter in leaves
- **Stoma**: a small opening that lets air in
- **Glucose**: sugar, the food of the plant
- **Oxygen**: the gas that we breathe
`;

export const STRATEGY = `# Where the bicycle shop goes next

## Where we are

### Strengths, weaknesses, opportunities, threats

#### Strengths

Own workshop, three mechanics, regular customers

#### Weaknesses

No shop on the web, small store room

#### Opportunities

The city builds 14 km of cycle lanes

#### Threats

Chains sell below our purchase price

### The team

#### Workshop

Repairs, inspections, conversions

#### Sales

Advice, test rides, financing

#### Office

Orders, books, staff plan

### Our history

- 1998: Opening with one room
- 2006: First own workshop
- 2015: Cargo bicycles in the range
- 2024: Repair service at home

## Where we go

### Old way and new way

#### Before

Customers bring the bicycle, wait five days and come back.

#### After

A mechanic comes to the customer and repairs most faults in an hour.

### Agenda of the first year

1. Hire one mechanic
2. Buy an electric van
3. Open online booking
4. Ask every customer

### One number counts

#### 62 %

of the repairs take less than an hour.
`;

export const GUIDE = `# Upgrading a database cluster without downtime

## Before you start

### What you need

- A replica that is in sync
- A backup that was restored once
- Two people and two hours

### Check the lag first

Run this query on every replica.

\`\`\`sql
SELECT client_addr, state,
       pg_wal_lsn_diff(sent_lsn, replay_lsn) AS lag
FROM pg_stat_replication;
\`\`\`

### Latency before and after

| Percentile | Before (ms) | After (ms) |
|---|---|---|
| 50 | 12 | 9 |
| 90 | 41 | 22 |
| 99 | 180 | 64 |

## The upgrade

### Seven steps

1. Stop writes of batch jobs
2. Wait until the lag is zero
3. Upgrade the replica
4. Check its log
5. Promote the replica
6. Move the connections
7. Upgrade the old primary

### If something fails

#### The replica does not start

Read its log; most often an extension is missing.

#### The lag grows

Stop the batch jobs and wait; do not promote.

### Undo

\`\`\`sh
deck promote --node old-primary --force
deck connections --to old-primary
\`\`\`
`;

export const ESSAY = `# Why small teams ship more

## The claim

### Communication costs grow faster than output

Every new person adds a line to everybody else. With five people there are ten lines, with ten people forty-five. A team spends that time on talk, and the talk is not free: it moves the decision from the person who knows to the meeting that does not.

### What the numbers say

| Team size | Lines | Changes per person and week |
|---|---|---|
| 3 | 3 | 6.1 |
| 5 | 10 | 5.8 |
| 8 | 28 | 4.2 |
| 12 | 66 | 2.9 |

### In the words of an engineer

> We were four, and we shipped every day. Now we are eleven, and we plan every day.

## The remedy

### Cut the work so that one team can own it

The boundary of a team is the boundary of its code. If two teams change the same file, they are one team with two managers. Draw the line where the traffic is lowest, and then leave it alone for a year.

### Three questions before you hire

- Can we stop doing something instead?
- Does the new person make a decision no one makes today?
- Who will talk less because of it?

### What stays hard

Some work is large. A new billing system does not fit into four heads, however clever they are. Then the price must be paid, and it should be paid on purpose.
`;

export const WORDS = `# One word each

## Words

### Values

- Honest
- Quick
- Kind

### Two colors

- Red
- Blue

### Twelve months

- January
- February
- March
- April
- May
- June
- July
- August
- September
- October
- November
- December

### Six cities

- Aarhus
- Brno
- Gdańsk
- Lyon
- Porto
- Turku

### Yes

## More words

### Four seasons

- Spring
- Summer
- Autumn
- Winter

### Two verbs

#### Make

Build

#### Break

Test
`;

export const LONG_WORDS = `# Donaudampfschifffahrtsgesellschaftskapitän and other words that are longer than a line of a slide should ever be, together with a title that never ends

## Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz and a chapter title with a great many further words

### A title of a page that an author wrote in one breath and never read again, although it covers two full lines of the slide and more

#### Pneumonoultramicroscopicsilicovolcanoconiosis

A lung disease with a name of forty-five letters.

#### Hippopotomonstrosesquippedaliophobia

The fear of long words.

#### Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch

A village with a station.

### Addresses

- https://example.org/a/very/long/address/that/people/should/not/put/on/a/slide/but/everybody/does?with=parameters&and=more
- someone.with.a.long.name@department.of.a.large.organisation.example.org

### Numbers

- 1,234,567,890 transactions
- 0.0000001 errors per transaction
- −12.75 % change
- 3× faster

## Short

### A

B
`;

export const NUMBERS = `# The year in numbers

## Growth

### Four figures

#### 12,400 employees

In 14 countries.

#### €4.2 billion revenue

Up 6 %.

#### 3× faster delivery

From six weeks to two.

#### 97.4 % on time

The best value so far.

### Two figures

- 61 days of stock in 2024
- 44 days of stock in 2025

### Share of sales

| Channel | Share |
|---|---|
| Shops | 46 % |
| Web | 31 % |
| Partners | 15 % |
| Other | 8 % |

### Sales by product

| Product | 2022 | 2023 | 2024 | 2025 |
|---|---|---|---|---|
| Pumps | 41 | 44 | 47 | 52 |
| Valves | 23 | 22 | 25 | 27 |
| Seals | 9 | 11 | 12 | 14 |

### Result by month

| Month | Result (€m) |
|---|---|
| Jan | −1.2 |
| Feb | −0.4 |
| Mar | 0.8 |
| Apr | 1.1 |
| May | 0.3 |
| Jun | 2.0 |

## One number

### 40 %

of the parts come from one supplier.
`;

export const MEETING = `# Kick-off of the library renovation

## Today

### Agenda

1. Who we are
2. What we build
3. When we build it
4. What we need from you

### Who is who

- Client: city library
- Architect: studio for public buildings
- Engineer: structural office
- Users: readers and staff

### Three goals

#### Light

Every desk gets daylight.

#### Quiet

Groups and readers have separate rooms.

#### Access

One entrance without steps for everybody.

## Plan

### Phases

- March: survey
- May: design
- September: permit
- January: building site
- December: opening

### Costs

| Item | €k |
|---|---|
| Shell | 820 |
| Windows | 410 |
| Interior | 560 |
| Technology | 380 |

### What we need from you

- A list of all books that must stay accessible
- One contact for questions
- An answer within three days
`;

export const ZH_REPORT = `# 县城社区食堂运营汇报

## 运营情况

### 三项指标都有改善

#### 日均就餐 420 人

比上季度增加 60 人，增量主要来自周边两个小区。

#### 满意度 92 %

主要意见是晚餐品种偏少。

#### 成本下降 6 %

集中采购后蔬菜单价下降。

### 每月就餐人次

| 月份 | 人次 |
|---|---|
| 七月 | 10,800 |
| 八月 | 11,600 |
| 九月 | 12,600 |

### 存在的问题

- 晚餐品种少，老人选择有限
- 送餐人手不足，高峰期要等四十分钟
- 两处取餐点没有遮雨棚

## 下一步

### 三个步骤

1. 增加两名送餐员
2. 晚餐增加四个菜
3. 修建遮雨棚

### 两个方案

#### 自营

每月多支出 1.2 万元，质量由食堂负责。

#### 外包

每月多支出 0.8 万元，质量按合同考核。

### 一句话总结

先把送餐时间压到二十分钟以内，再谈扩大规模。
`;

export const ZH_LESSON = `# 春节的由来与习俗

## 由来

### 从岁首到春节

先秦时期，人们在岁末祭祀先祖，感谢一年的收成。汉武帝推行太初历，以正月初一为岁首，此后两千多年大体沿用。

### 大事年表

- 前104年：太初历确定正月为岁首
- 1912年：改用公历，旧历新年仍在民间延续
- 1949年：正月初一定名为春节
- 2024年：春节列入联合国教科文组织非遗名录

## 习俗

### 从腊月到元宵

1. 腊月二十三祭灶
2. 除夕守岁
3. 初一拜年
4. 十五赏灯

### 南方与北方

#### 北方

年夜饭吃饺子，形似元宝。

#### 南方

年夜饭吃年糕，取“年年高”之意。

### 四样年货

- 春联
- 窗花
- 年画
- 灯笼

### 一首诗

> 爆竹声中一岁除，春风送暖入屠苏。
`;

export const PITCH = `# Mountain bike rental at the lake station

## The idea

### Tourists arrive by train and have no bicycle

#### 310,000 visitors a year

Nine of ten arrive between May and October.

#### One shop

It closes at noon on Saturday.

### What we offer

#### **Bikes at the platform**

Forty bicycles, booked by phone, unlocked with a code.

#### Routes

Six routes for three levels, on paper and on the phone.

#### Rescue

A van comes within an hour.

### How it works

1. Book
2. Unlock
3. Ride
4. Return at any station

## The money

### Income and cost

| Year | Income (€k) | Cost (€k) |
|---|---|---|
| 1 | 96 | 118 |
| 2 | 141 | 124 |
| 3 | 168 | 131 |

### Advantages and disadvantages

#### Advantages

- No shop, no rent
- Open day and night
- The station gives the space

#### Disadvantages

- Theft
- No personal advice
- Winter without income

### What we ask for

€80,000 for forty bicycles, the locks and the first season.
`;

export const MANY = `# Handbook for new colleagues
${[
  'First day',
  'Tools',
  'Meetings',
  'Holidays',
  'Travel',
  'Money',
  'Health',
  'Learning',
  'Safety',
  'Privacy',
  'Leaving',
]
  .map(
    (name) => `
## ${name}

### ${name}: what you should know

- Ask your host before you ask the handbook
- Write down what surprised you

### ${name}: whom to ask

#### Host

Knows the people.

#### Office

Knows the forms.

#### Team lead

Knows the reasons.
`,
  )
  .join('')}`;

export const PLAIN = `# Notes from the site visit

## Visit

### First impressions

The hall is clean and bright. Forklifts and people share one aisle, and no one wears a vest. The goods are in the order of their arrival and not of their departure.

### What surprised us

#### The board is not read

It shows last week.

#### The night shift is faster

It has the crane to itself.

### What we propose

#### Separate the aisles

A yellow line and a mirror at the corner cost less than €300.

#### Sort by departure

The gate knows the truck a day before. Half an hour of sorting in the evening saves two hours in the morning.

#### Move the board

Next to the coffee machine, and with today on it.

#### Ask the night shift

They have solved it already.
`;
