"""Checks audit-trail.json and, if present, values.json and questions.json, with nothing but SHA-256. It changes nothing."""

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


def check(name, committed, all_said):
    for said in all_said:
        promise = committed.get((said["entry"], said["field"]))
        expect(promise == commitment(said), "entry %s tells of other words than %s" % (said["entry"], name))
    for number, field in committed.keys() - {(said["entry"], said["field"]) for said in all_said}:
        expect(False, "entry %d is about words that %s lacks: %s" % (number, name, field))


trail = read("audit-trail.json")
before, values, questions = None, {}, {}
for number, entry in enumerate(trail["entries"], 1):
    text = json.loads(entry["text"])
    name, details = "entry %d" % number, text["details"]
    expect(hashlib.sha256(ENTRY + entry["text"].encode()).hexdigest() == entry["hash"], name + " has another hash")
    expect(text["sequence"] == number and text["prevHash"] == before, name + " does not follow the one before")
    for value in entry["values"]:
        expect(commitment(value) == text["personal"].get(value["field"]), name + " has another " + value["field"])
    if "valueCommitment" in details:
        values[number, details["fieldId"]] = details["valueCommitment"]
    for kind, promise in details.get("marks", {}).items():
        values[number, details["signerId"] + "|" + kind] = promise
    if "questionId" in details:
        field = details["questionId"] + ("" if text["action"] == "signer.asked" else "|answer")
        questions[number, field] = details["commitment"]
    for gone in details.get("questions", []) if text["action"] == "person.erased" else []:
        questions = {place: told for place, told in questions.items() if place[1] not in (gone, gone + "|answer")}
    before = entry["hash"]
expect(number == trail["length"] and before == trail["head"], "the trail does not end as it says")
print("%d entries, the last with the hash %s" % (number, before))

if os.path.exists("values.json"):
    check("values.json", values, read("values.json")["values"])
    print("%d values, signatures and initials, as the trail commits to them" % len(values))

if os.path.exists("questions.json"):
    told = []
    for asked in read("questions.json")["questions"]:
        for field, said in ((asked["id"], asked["question"]), (asked["id"] + "|answer", asked["answer"])):
            if said:
                is_so = said["field"] == field and json.loads(said["value"]) == {"by": said["by"], "text": said["text"]}
                expect(is_so, "entry %s tells of other words" % said["entry"])
                told.append(said)
    check("questions.json", questions, told)
    print("%d questions and answers, in the words that the trail commits to" % len(questions))
