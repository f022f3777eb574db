// What the language server says of the words of the language.
#pragma once

#include "llvm/ADT/StringRef.h"

namespace isl::lsp {

// "" for a word that is none of the language's.
llvm::StringRef wordText(llvm::StringRef word);

// `boolean contains(E value)`-like signature of a built-in function ("amplify") or member
// ("History.contains"), or "". `element` is the type of the elements where it is known.
std::string signatureOf(llvm::StringRef word, llvm::StringRef element = "E");

// The names of events, in their order.
llvm::ArrayRef<llvm::StringRef> eventNames();
// Properties of a construct, as in `Context`; none for others.
llvm::ArrayRef<llvm::StringRef> propertiesOf(llvm::StringRef construct);
llvm::ArrayRef<llvm::StringRef> partitionKinds();
llvm::ArrayRef<llvm::StringRef> defectKinds();
llvm::ArrayRef<llvm::StringRef> primitiveTypes();
llvm::ArrayRef<llvm::StringRef> objectTypes();
// The signature of the event, or "".
std::string eventSignature(llvm::StringRef event);

}  // namespace isl::lsp
