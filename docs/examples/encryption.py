"""Payload codec for decks that the workers encrypt with AES-256-GCM (docs/encryption.md).

    pip install temporalio cryptography

    client = await Client.connect(address, data_converter=encrypted({"k1": bytes.fromhex(key)}, "k1"))

Format of an encrypted payload:

    metadata encoding           binary/encrypted
    metadata encryption-key-id  the key's ID, 1 to 64 of A-Z a-z 0-9 . _ -
    data                        01, nonce of 12 random bytes, ciphertext, tag of 16 bytes
    cipher                      AES-256-GCM over the original temporal.api.common.v1.Payload, metadata included
    additional data             the byte 01, binary/encrypted, a line feed, the key's ID

Leave payloads with another encoding unchanged. The message and stack trace of a failure are in encoded_attributes.
"""

import os
from dataclasses import replace

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from temporalio.api.common.v1 import Payload
from temporalio.converter import DefaultFailureConverterWithEncodedAttributes, PayloadCodec, default

FORMAT, ENCRYPTED = b"\x01", b"binary/encrypted"


class EncryptionCodec(PayloadCodec):
    def __init__(self, keys: dict[str, bytes], current: str) -> None:
        self.keys = {name: AESGCM(key) for name, key in keys.items()}
        self.current = current

    async def encode(self, payloads):
        return [self._encrypt(payload) for payload in payloads]

    async def decode(self, payloads):
        return [self._decrypt(payload) for payload in payloads]

    def _encrypt(self, payload: Payload) -> Payload:
        name, nonce = self.current.encode(), os.urandom(12)
        sealed = self.keys[self.current].encrypt(
            nonce, payload.SerializeToString(), FORMAT + ENCRYPTED + b"\n" + name
        )
        metadata = {"encoding": ENCRYPTED, "encryption-key-id": name}
        return Payload(metadata=metadata, data=FORMAT + nonce + sealed)

    def _decrypt(self, payload: Payload) -> Payload:
        if payload.metadata.get("encoding") != ENCRYPTED:
            return payload
        name, data = payload.metadata["encryption-key-id"], payload.data
        if data[:1] != FORMAT:
            raise ValueError("this payload has a newer format")
        plain = self.keys[name.decode()].decrypt(data[1:13], data[13:], FORMAT + ENCRYPTED + b"\n" + name)
        return Payload.FromString(plain)


def encrypted(keys: dict[str, bytes], current: str):
    return replace(
        default(),
        payload_codec=EncryptionCodec(keys, current),
        failure_converter_class=DefaultFailureConverterWithEncodedAttributes,
    )
