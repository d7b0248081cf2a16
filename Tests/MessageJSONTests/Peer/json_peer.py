"""Google's own JSON mapping, from PyPI's protobuf, for comparison.

json_peer.py zoo
    prints a FileDescriptorSet, in hex, with types that the contract does not have
json_peer.py make SEED COUNT < SETS
    SETS: lines of FileDescriptorSets in hex. Prints messages of random content, one JSON object a
    line: type, wire (hex) and json (in one of the spellings that are allowed)
json_peer.py check < SETS and lines of {type, wire, json, own_wire, own_json}
    prints what is wrong, or "ok N"
json_peer.py refuse < SETS and lines of {type, json}
    prints "refused" or "taken" for each
"""
import json
import random
import struct
import sys

from google.protobuf import (
    any_pb2, descriptor_pb2, descriptor_pool, duration_pb2, field_mask_pb2, json_format,
    message_factory, timestamp_pb2, wrappers_pb2)

ZOO = "zoo.Animal"
WRAPPERS = [
    "DoubleValue", "FloatValue", "Int64Value", "UInt64Value", "Int32Value", "UInt32Value",
    "BoolValue", "StringValue", "BytesValue"]
SCALARS = [
    "double", "float", "int64", "uint64", "int32", "fixed64", "fixed32", "bool", "string", "bytes",
    "uint32", "sfixed32", "sfixed64", "sint32", "sint64"]


def zoo():
    """Every scalar alone, in a list, in a oneof and with presence; maps; wrappers; a recursion."""
    file = descriptor_pb2.FileDescriptorProto(name="zoo.proto", package="zoo", syntax="proto3")
    file.dependency.extend(
        module.DESCRIPTOR.name for module in
        (any_pb2, duration_pb2, field_mask_pb2, timestamp_pb2, wrappers_pb2))
    kind = file.enum_type.add(name="Kind")
    for number, name in enumerate(["KIND_UNSPECIFIED", "KIND_BIRD", "KIND_FISH"]):
        kind.value.add(name=name, number=number)
    kind.value.add(name="KIND_OLD", number=-7)
    animal = file.message_type.add(name="Animal")
    field_type = descriptor_pb2.FieldDescriptorProto
    number = 0

    def add(name, type_name, label=field_type.LABEL_OPTIONAL, **more):
        nonlocal number
        number += 1 if number != 40 else 5000
        field = animal.field.add(name=name, number=number, label=label, **more)
        if "." in type_name:
            field.type_name = type_name
            field.type = (
                field_type.TYPE_ENUM if type_name == ".zoo.Kind" else field_type.TYPE_MESSAGE)
        else:
            field.type = getattr(field_type, "TYPE_" + type_name.upper())
        return field

    for name in SCALARS:
        add(f"one_{name}", name)
        add(f"many_{name}", name, field_type.LABEL_REPEATED)
    animal.oneof_decl.add(name="choice")
    for name in ["double", "int64", "bool", "string", "bytes"]:
        add(f"choice_{name}", name, oneof_index=0)
    add("choice_animal", ".zoo.Animal", oneof_index=0)
    add("choice_kind", ".zoo.Kind", oneof_index=0)
    for name in ["sint32", "string", "double"]:
        animal.oneof_decl.add(name=f"_maybe_{name}")
        add(f"maybe_{name}", name, oneof_index=len(animal.oneof_decl) - 1, proto3_optional=True)
    add("kind", ".zoo.Kind")
    add("kinds", ".zoo.Kind", field_type.LABEL_REPEATED)
    add("child", ".zoo.Animal")
    add("children", ".zoo.Animal", field_type.LABEL_REPEATED)
    for name in ["Any", "Duration", "FieldMask", "Timestamp"] + WRAPPERS:
        add(f"well_{name.lower()}", f".google.protobuf.{name}")
        add(f"wells_{name.lower()}", f".google.protobuf.{name}", field_type.LABEL_REPEATED)
    add("odd__name_2x", "int32")
    add("named", "int32", json_name="somethingElse")
    for key, value in [("string", "int64"), ("int64", "string"), ("bool", ".zoo.Animal"),
                       ("uint32", ".google.protobuf.Duration"), ("string", ".zoo.Kind")]:
        short = value.split(".")[-1].lower()
        entry = animal.nested_type.add(name=f"Map{key.capitalize()}{short.capitalize()}Entry")
        entry.options.map_entry = True
        entry.field.add(name="key", number=1, label=field_type.LABEL_OPTIONAL,
                        type=getattr(field_type, "TYPE_" + key.upper()))
        inner = entry.field.add(name="value", number=2, label=field_type.LABEL_OPTIONAL)
        if "." in value:
            inner.type_name = value
            inner.type = field_type.TYPE_ENUM if value == ".zoo.Kind" else field_type.TYPE_MESSAGE
        else:
            inner.type = getattr(field_type, "TYPE_" + value.upper())
        add(f"map_{key}_{short}", f".zoo.Animal.{entry.name}", field_type.LABEL_REPEATED)
    result = descriptor_pb2.FileDescriptorSet()
    for module in (any_pb2, duration_pb2, field_mask_pb2, timestamp_pb2, wrappers_pb2):
        module.DESCRIPTOR.CopyToProto(result.file.add())
    result.file.append(file)
    return result


def read_sets(lines):
    pool = descriptor_pool.DescriptorPool()
    seen = set()
    names = []
    for line in lines:
        for file in descriptor_pb2.FileDescriptorSet.FromString(bytes.fromhex(line)).file:
            if file.name in seen:
                continue
            seen.add(file.name)
            pool.Add(file)
            names += [f"{file.package}.{message.name}" for message in file.message_type]
    return pool, names


def new(pool, name):
    return message_factory.GetMessageClass(pool.FindMessageTypeByName(name))()


TEXTS = ["", "a", "Zoë", "地图", "🧑‍💻", "\"\\/\b\f\n\r\t\u0001\u007f\u0085\u2028", "x" * 300]
INTEGERS = [0, 1, -1, 2, 127, 128, 2**31 - 1, -2**31, 2**32 - 1, 2**53 + 1, 2**63 - 1, -2**63,
            2**64 - 1]
REALS = [0.0, -0.0, 1.0, -1.5, 0.1, 1e-7, 1e21, 1e300, 5e-324, 123456789.123456789, 2.0**53,
         float("inf"), float("-inf"), float("nan")]


class Maker:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def integer(self, low, high):
        fitting = [value for value in INTEGERS if low <= value <= high]
        return self.random.choice(fitting + [self.random.randint(low, high)])

    def scalar(self, field):
        kind = field.type
        if kind == field.TYPE_DOUBLE:
            return self.random.choice(REALS + [self.random.uniform(-1e9, 1e9)])
        if kind == field.TYPE_FLOAT:
            value = self.random.choice(
                [real for real in REALS if abs(real) < 1e38 or real in (REALS[-3], REALS[-2])]
                + [self.random.uniform(-1e9, 1e9), float("nan")])
            return struct.unpack("f", struct.pack("f", value))[0]
        if kind in (field.TYPE_INT64, field.TYPE_SINT64, field.TYPE_SFIXED64):
            return self.integer(-2**63, 2**63 - 1)
        if kind in (field.TYPE_UINT64, field.TYPE_FIXED64):
            return self.integer(0, 2**64 - 1)
        if kind in (field.TYPE_INT32, field.TYPE_SINT32, field.TYPE_SFIXED32):
            return self.integer(-2**31, 2**31 - 1)
        if kind in (field.TYPE_UINT32, field.TYPE_FIXED32):
            return self.integer(0, 2**32 - 1)
        if kind == field.TYPE_BOOL:
            return self.random.random() < 0.5
        if kind == field.TYPE_STRING:
            return self.random.choice(TEXTS)
        if kind == field.TYPE_BYTES:
            return self.random.randbytes(self.random.choice([0, 1, 2, 3, 40]))
        numbers = [value.number for value in field.enum_type.values]
        return self.random.choice(numbers + [99])

    def fill(self, message, depth=0):
        name = message.DESCRIPTOR.full_name
        if name == "google.protobuf.Timestamp":
            message.seconds = self.random.choice(
                [0, -1, 1_580_000_000, -62_135_596_800, 253_402_300_799,
                 self.random.randint(-10**10, 10**11)])
            message.nanos = self.random.choice([0, 1, 500_000_000, 123_000, 999_999_999])
            return message
        if name == "google.protobuf.Duration":
            sign = self.random.choice([1, -1])
            message.seconds = sign * self.random.choice([0, 1, 315_575_999_999])
            message.nanos = sign * self.random.choice([0, 1, 500_000_000, 123_000])
            return message
        if name == "google.protobuf.FieldMask":
            message.paths.extend(self.random.sample(
                ["id", "released_at", "a.b_c", "long_name_here"], self.random.randint(0, 3)))
            return message
        if name == "google.protobuf.Any":
            if self.random.random() < 0.7:
                inner = self.random.choice(
                    [timestamp_pb2.Timestamp(seconds=5), wrappers_pb2.Int64Value(value=7),
                     duration_pb2.Duration(nanos=5)])
                message.type_url = "type.googleapis.com/" + inner.DESCRIPTOR.full_name
                message.value = inner.SerializeToString()
            return message
        for field in message.DESCRIPTOR.fields:
            if self.random.random() > (0.5 if depth == 0 else 0.15):
                continue
            self.fill_field(message, field, depth)
        return message

    def fill_field(self, message, field, depth):
        is_message = field.type == field.TYPE_MESSAGE
        if is_message and depth > 3:
            return
        target = getattr(message, field.name)
        is_map = is_message and field.message_type.GetOptions().map_entry
        count = self.random.choice([0, 1, 2, 5])
        if is_map:
            key, value = field.message_type.fields
            for _ in range(count):
                if value.type == value.TYPE_MESSAGE:
                    self.fill(target[self.scalar(key)], depth + 2)
                else:
                    target[self.scalar(key)] = self.scalar(value)
        elif field.is_repeated:
            for _ in range(count):
                if is_message:
                    self.fill(target.add(), depth + 1)
                else:
                    target.append(self.scalar(field))
        elif is_message:
            target.SetInParent()
            self.fill(target, depth + 1)
        else:
            setattr(message, field.name, self.scalar(field))


def wire(message):
    return message.SerializeToString(deterministic=True)


def make(seed, count, lines):
    pool, names = read_sets(lines)
    # The well-known types cannot stand alone in a list of their own fields, but as messages.
    names = [name for name in names if not name.startswith("google.protobuf.")] + [
        "google.protobuf.Timestamp", "google.protobuf.FieldMask"]
    maker = Maker(seed)
    for index in range(count):
        name = names[index // 2 % len(names)] if index % 2 else ZOO
        message = maker.fill(new(pool, name))
        text = json_format.MessageToJson(
            message, preserving_proto_field_name=maker.random.random() < 0.5,
            use_integers_for_enums=maker.random.random() < 0.3,
            always_print_fields_with_no_presence=maker.random.random() < 0.3,
            ensure_ascii=maker.random.random() < 0.5,
            indent=maker.random.choice([None, 2]), descriptor_pool=pool)
        print(json.dumps({"type": name, "wire": wire(message).hex(), "json": text}))


def check(sets, lines):
    pool, _ = read_sets(sets)
    count = 0
    for line in lines:
        row = json.loads(line)
        original = new(pool, row["type"])
        original.ParseFromString(bytes.fromhex(row["wire"]))
        own = new(pool, row["type"])
        own.ParseFromString(bytes.fromhex(row["own_wire"]))
        if wire(own) != wire(original):
            print(f"{row['type']}: other bytes from {row['json']}: {row['own_wire']}")
            return
        read = json_format.Parse(
            row["own_json"], new(pool, row["type"]), descriptor_pool=pool)
        if wire(read) != wire(original):
            print(f"{row['type']}: {row['own_json']} is not {row['json']}")
            return
        if json.loads(row["own_json"]) != json.loads(json_format.MessageToJson(
                original, descriptor_pool=pool)):
            print(f"{row['type']}: {row['own_json']} differs in form")
            return
        count += 1
    print(f"ok {count}")


def refuse(sets, lines):
    pool, _ = read_sets(sets)
    for line in lines:
        row = json.loads(line)
        try:
            json_format.Parse(row["json"], new(pool, row["type"]), descriptor_pool=pool)
            print("taken")
        except json_format.ParseError:
            print("refused")


def main():
    if sys.argv[1] == "zoo":
        print(zoo().SerializeToString().hex())
        return
    lines = sys.stdin.read().split("\n")
    sets = [line for line in lines if line and not line.startswith("{")]
    rows = [line for line in lines if line.startswith("{")]
    if sys.argv[1] == "make":
        make(int(sys.argv[2]), int(sys.argv[3]), sets)
    elif sys.argv[1] == "check":
        check(sets, rows)
    else:
        refuse(sets, rows)


main()
