// Where in a spec the cursor is, told from the tokens before it: what is being typed is seldom a text
// that parses.
#pragma once

#include "lsp/Analysis.h"

namespace isl::lsp {

// What a value can be asked for: the letters of Builtins.def for objects, Fields, Methods, Types and
// histories, `A` for an array, 0 for what has no members.
using Receiver = char;

struct LocalName {
  llvm::StringRef name, type;
  bool isArray = false;
  unsigned depth = 0;  // of braces
};

struct Scope {
  enum Where : uint8_t {
    Nowhere,        // in a comment, a string that is no type, behind a number
    TopLevel,       // a construct begins
    EventName,      // behind `Event`
    Body,           // a property or a field of a construct begins
    Value,          // behind `property =`
    TypeName,       // inside the string of a Context's type
    ElementType,    // inside the string of a History's type
    FieldType,      // behind `instance` and `const`
    ParameterType,  // between the parentheses of an Event
    Statement,      // a statement may begin
    Expression,
    Member  // behind a dot
  };
  Where where = TopLevel;
  Span typed;                          // the word before the cursor
  llvm::StringRef construct;           // first word of the construct around the cursor
  llvm::StringRef event;               // of a handler
  llvm::StringRef property;            // of a Value
  std::vector<llvm::StringRef> given;  // properties before the cursor
  std::vector<LocalName> locals;       // of the handler
  Receiver receiver = 0;               // of a Member
  bool inLoop = false;
  bool beforeCall = false;  // a `(` follows what is typed
};

Scope scopeAt(const Analysis& analysis, size_t offset);

}  // namespace isl::lsp
