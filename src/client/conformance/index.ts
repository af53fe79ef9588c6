export { type Exchange, recordOf, type TrafficRecord } from './record';
export { countsOf, markdownOf, markOf, type Report, reportOf } from './report';
export { liveSubject, replayedSubject, type Subject } from './subject';
export { type Check, suite } from './suite';
export { type Judged, NoService, verify } from './verify';
