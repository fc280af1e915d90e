"""Checks audit-trail.json and, where it is there, questions.json, by SHA-256 and nothing else. It reads these two files and changes nothing."""

import hashlib
import json
import os

# what stands before the text of an entry, and before a value, where they are hashed
ENTRY = bytes.fromhex("{entry}")
VALUE = bytes.fromhex("{value}")


def read(name):
    with open(name, encoding="utf-8") as file:
        return json.load(file)


def commitment(said):
    field, salt, value = said["field"].encode(), bytes.fromhex(said["salt"]), said["value"].encode()
    return hashlib.sha256(VALUE + field + b"\0" + salt + b"\0" + value).hexdigest()


def expect(holds, fault):
    if not holds:
        raise SystemExit("Wrong: " + fault)


trail = read("audit-trail.json")
entries = []
before = None
for number, entry in enumerate(trail["entries"], 1):
    text = json.loads(entry["text"])
    name = "entry %d" % number
    expect(hashlib.sha256(ENTRY + entry["text"].encode()).hexdigest() == entry["hash"], name + " has another hash")
    expect(text["sequence"] == number and text["prevHash"] == before, name + " does not follow the one before")
    for value in entry["values"]:
        expect(commitment(value) == text["personal"].get(value["field"]), name + " has another " + value["field"])
    entries.append(text)
    before = entry["hash"]
expect(len(entries) == trail["length"] and before == trail["head"], "the trail does not end as it says")
print("%d entries, the last with the hash %s" % (len(entries), before))

if os.path.exists("questions.json"):
    told = set()
    for question in read("questions.json")["questions"]:
        for said in filter(None, (question["question"], question["answer"])):
            details = entries[said["entry"] - 1]["details"]
            words = json.loads(said["value"])
            fault = "entry %d tells of other words" % said["entry"]
            expect(details.get("questionId") == question["id"], fault)
            expect(details.get("commitment") == commitment(said), fault)
            expect(words == {"by": said["by"], "text": said["text"]}, fault)
            told.add(said["entry"])
    for number, entry in enumerate(entries, 1):
        is_told = number in told or entry["action"] not in ("signer.asked", "question.answered")
        expect(is_told, "entry %d is about words that questions.json lacks" % number)
    print("%d questions and answers, in the words that the trail commits to" % len(told))
