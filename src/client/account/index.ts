export { absoluteLink, privateAllowed } from './download-addresses';
export { type Finding, type ProfileLines, probeService } from './probe';
export { probeDeck } from './probe-deck';
export { serviceClient } from './service-client';
