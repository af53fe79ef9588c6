import { metadataType, presentationSearchAttributes } from '../../temporal';
import { isTemporalCloud, TEMPORAL_CLOUD_UI } from '../../temporal/cloud';

/** What somebody with more rights has to run, where these credentials may not prepare the cluster. */
export function administratorsSteps(
  namespace: string,
  address: string,
  retention: number,
  attributes = presentationSearchAttributes,
): { namespace: string; attributes: string } {
  const days = Math.max(1, Math.round(retention / 86_400_000));
  const typed = attributes.map(({ name, type }) => ({ name, type: metadataType(type) }));
  const who = 'have an administrator run:';
  if (!isTemporalCloud(address)) {
    const flags = typed.map(({ name, type }) => `--name ${name} --type ${type}`).join(' ');
    return {
      namespace: `${who} temporal operator namespace create --namespace ${namespace} --retention ${days}d`,
      attributes: `${who} temporal operator search-attribute create --namespace ${namespace} ${flags}`,
    };
  }
  // A namespace of Temporal Cloud is `<name>.<account>`; it is made by its name alone.
  const name = namespace.replace(/\.[^.]+$/, '');
  const flags = typed.map((attribute) => `--sa "${attribute.name}=${attribute.type}"`).join(' ');
  return {
    namespace:
      `${who} tcld namespace create --namespace ${name} --region REGION --retention-days ${days}; ` +
      `or make it at ${TEMPORAL_CLOUD_UI}/namespaces/create`,
    attributes:
      `${who} tcld namespace search-attributes add --namespace ${namespace} ${flags}; ` +
      `or add them at ${TEMPORAL_CLOUD_UI}/namespaces/${namespace}/edit under Custom Search Attributes`,
  };
}
