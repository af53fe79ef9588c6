import type { EndpointActivities } from '../../activities';
import { credentialActivities } from '../../activities/credentials';
import { type ActivityDependencies, type Call, callActivity } from '../../activities/perform';
import type { DataOf, EndpointName } from '../../src/contract';
import type { Handler } from '../../src/service/handlers';
import type { IntegratorContext, UserContext } from '../../src/service/handlers/context';
import type { DeckActivities } from '../../workflows/options';

/**
 * What `secret`, `retry` and `auth` of an endpoint forbid. `npm run types` checks this file: a line below a
 * `@ts-expect-error` that compiles is an error. Nothing here runs.
 */
declare const deps: ActivityDependencies;
declare const call: DeckActivities;
declare const user: Call<EndpointName>['user'];
declare const integrator: IntegratorContext;
declare const member: UserContext;

export function secretAnswersStayInTheProcess() {
  callActivity(deps, 'saveDesign');
  // @ts-expect-error its answer holds a token
  callActivity(deps, 'grantToken');
  // @ts-expect-error its answer holds a code
  callActivity(deps, 'grantCode');

  const granting: EndpointActivities['grantToken'] = credentialActivities(deps).grantToken;
  // @ts-expect-error an activity of its own may not return the token either
  const leaking: EndpointActivities['grantToken'] = (): Promise<DataOf<'grantToken'>> => Promise.reject();
  return [granting, leaking];
}

export function eachProxyOffersItsClass() {
  const design = { user, request: { task_id: 1 } };
  call.create('').saveDesign(design);
  // @ts-expect-error a repeated save makes a second design
  call.read('').saveDesign(design);
  // @ts-expect-error a repeated save makes a second design
  call.write('').saveDesign(design);

  const task = { user, request: { task_id: 1 } };
  call.generate('').streamOutline(task);
  // @ts-expect-error each call costs
  call.read('').streamOutline(task);
  // @ts-expect-error a stage counts generations, not calls that make a thing
  call.create('').streamOutline(task);

  const write = { user, request: { user_design_id: 1 } };
  call.write('').deleteDesign(write);
  // @ts-expect-error a read changes nothing
  call.read('').deleteDesign(write);

  const made = { user, request: { type: 1 } };
  call.create('').createDocumentTask(made);
  // @ts-expect-error an activity without an endpoint has a class, too
  call.write('').createDocumentTask(made);
}

export function theContextFollowsFromAuth(
  signed: Handler<'grantToken'>,
  counting: Handler<'countUserOutlines'>,
  saving: Handler<'saveDesign'>,
) {
  signed({ uid: 'u1' }, integrator);
  counting({ uid: 'u1' }, integrator);
  saving({ task_id: 1 }, member);
  // @ts-expect-error a call with a token has a user
  saving({ task_id: 1 }, integrator);
  // @ts-expect-error a call with a signature has none
  const asking: Handler<'grantToken'> = (_, { user: { uid } }) => Promise.reject(uid);
  return asking;
}
