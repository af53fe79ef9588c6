/** Formats a deck can be delivered in; the values that travel are in the service profile. */
export const deliveryFormats = ['ppt', 'pdf', 'png', 'jpeg'] as const;
export type DeliveryFormat = (typeof deliveryFormats)[number];
