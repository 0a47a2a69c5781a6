import { holdsName } from './public-text-names.js';
import type { PrivateNames } from './public-text-names.js';

/** Ends of host names that no public server has (RFC 2606, 6761, 6762, 8375, and what networks use by custom). */
const PRIVATE_ENDS = new Set('arpa domain example home invalid localdomain onion test'.split(' '));
/** Labels that say that a host is somebody's own. */
const PRIVATE_LABELS = new Set(
  'corp intern internal intranet lan local localhost private stage staging vpn'.split(' '),
);
const LABEL = /^[a-z][a-z-]{0,19}$/;
/** Most labels of a host that is kept: longer ones name machines. */
const LABELS_MAX = 3;

/**
 * Scheme and host of an address in the Web where they may be published; undefined where the host is a number, one of a
 * network of somebody's own, or may say whose it is, and where a user or a port stands in it. Pure.
 */
export function publicUrl(address: string, privateNames: PrivateNames): string | undefined {
  const [, scheme = '', host = ''] = /^(https?):\/\/([A-Za-z.-]{1,100})(?=[/?#]|$)/i.exec(address) ?? [];
  const labels = host.toLowerCase().split('.');
  const isPublic =
    labels.length >= 2 &&
    labels.length <= LABELS_MAX &&
    !PRIVATE_ENDS.has(labels.at(-1) ?? '') &&
    labels.every((label) => LABEL.test(label) && !PRIVATE_LABELS.has(label)) &&
    !labels.some((label) => holdsName(label, privateNames));
  return isPublic ? `${scheme.toLowerCase()}://${labels.join('.')}` : undefined;
}
