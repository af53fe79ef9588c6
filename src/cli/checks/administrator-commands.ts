import { metadataType, presentationSearchAttributes } from '../../temporal';
import { isTemporalCloud, TEMPORAL_CLOUD_UI } from '../../temporal/cloud';

/** Commands for an administrator, for credentials that may not prepare the cluster. */
export function administratorCommands(
  namespace: string,
  address: string,
  retention: number,
  attributes = presentationSearchAttributes,
): { namespace: string; attributes: string } {
  const days = Math.max(1, Math.round(retention / 86_400_000));
  const typed = attributes.map(({ name, type }) => ({ name, type: metadataType(type) }));
  const ask = 'ask an administrator to run:';
  if (!isTemporalCloud(address)) {
    const flags = typed.map(({ name, type }) => `--name ${name} --type ${type}`).join(' ');
    return {
      namespace: `${ask} temporal operator namespace create --namespace ${namespace} --retention ${days}d`,
      attributes: `${ask} temporal operator search-attribute create --namespace ${namespace} ${flags}`,
    };
  }
  // A Temporal Cloud namespace is `<name>.<account>`, but is created by its name alone.
  const name = namespace.replace(/\.[^.]+$/, '');
  const flags = typed.map((attribute) => `--sa "${attribute.name}=${attribute.type}"`).join(' ');
  return {
    namespace:
      `${ask} tcld namespace create --namespace ${name} --region REGION --retention-days ${days}; ` +
      `or create it at ${TEMPORAL_CLOUD_UI}/namespaces/create`,
    attributes:
      `${ask} tcld namespace search-attributes add --namespace ${namespace} ${flags}; ` +
      `or add them at ${TEMPORAL_CLOUD_UI}/namespaces/${namespace}/edit under Custom Search Attributes`,
  };
}
