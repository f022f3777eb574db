;;; isl-mode.el --- Specs of memory problems  -*- lexical-binding: t; -*-

;; Version: 0.1.0
;; Package-Requires: ((emacs "27.1"))
;; Keywords: languages

;;; Commentary:

;; Colours, comments and indentation for *.isl, `isl-format', and `islc --lsp' for Eglot.

;;; Code:

(defgroup isl nil "Specs of memory problems." :group 'languages)

(defcustom isl-compiler "islc"
  "The ISL compiler, as a path or a name that is looked for on `exec-path'."
  :type 'string)

(defconst isl-constructs '("Context" "History" "Partition" "Boundary" "TObject" "Event"))
(defconst isl-storage '("instance" "const" "final"))
(defconst isl-primitives '("boolean" "byte" "short" "char" "int" "long" "float" "double"))
(defconst isl-control '("if" "else" "for" "while" "do" "return" "break" "continue"))
(defconst isl-constants '("true" "false" "null"))
(defconst isl-types '("Object" "Word" "Field" "Method" "Type"))
(defconst isl-events
  '("on_read" "on_write" "on_rw" "on_call" "on_alloc" "on_reached" "on_reachedOnce" "on_died"))
(defconst isl-functions
  '("amplify" "deamplify" "getHistory" "addressToObject" "combine" "asInt" "asLong" "asFloat"
    "asDouble" "sizeOf" "amplifyBy" "held" "heldBytes" "bornBytes" "diedBytes"
    "allocatedBytes" "isLambda" "age" "gcCount" "ticks" "units" "pressure"))

(defconst isl-font-lock-keywords
  `((,(regexp-opt (append isl-constructs isl-storage isl-control) 'symbols) . font-lock-keyword-face)
    (,(regexp-opt (append isl-primitives isl-types) 'symbols) . font-lock-type-face)
    (,(regexp-opt isl-constants 'symbols) . font-lock-constant-face)
    (,(regexp-opt isl-events 'symbols) . font-lock-function-name-face)
    (,(regexp-opt isl-functions 'symbols) . font-lock-builtin-face)))

(defvar isl-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?/ ". 124b" table)
    (modify-syntax-entry ?* ". 23" table)
    (modify-syntax-entry ?\n "> b" table)
    (modify-syntax-entry ?' "\"" table)
    ;; Operators end a word; the standard table takes most of them for letters of one.
    (dolist (operator (string-to-list "+-%&|<>=!^~?:"))
      (modify-syntax-entry operator "." table))
    (modify-syntax-entry ?_ "_" table)
    (modify-syntax-entry ?$ "_" table)
    table))

(defun isl-indent-line ()
  "Indent the line by the braces around it."
  (interactive)
  (let* ((depth (save-excursion (beginning-of-line) (car (syntax-ppss))))
         (closes (save-excursion (back-to-indentation) (looking-at "[])}]")))
         (column (* 2 (max 0 (- depth (if closes 1 0))))))
    (if (<= (current-column) (current-indentation))
        (indent-line-to column)
      (save-excursion (indent-line-to column)))))

(defun isl-format ()
  "Bring the spec into the house form with `islc fmt'."
  (interactive)
  (let ((out (generate-new-buffer " *islc fmt*")) (errors (make-temp-file "islc")))
    (unwind-protect
        (if (zerop (call-process-region nil nil isl-compiler nil (list out errors) nil "fmt" "-"))
            (replace-buffer-contents out)
          (user-error "%s" (with-temp-buffer (insert-file-contents errors) (buffer-string))))
      (kill-buffer out)
      (delete-file errors))))

;;;###autoload
(define-derived-mode isl-mode prog-mode "ISL"
  "Specs of memory problems."
  (setq-local font-lock-defaults '(isl-font-lock-keywords))
  (setq-local comment-start "// ")
  (setq-local comment-start-skip "//+\\s-*\\|/\\*+\\s-*")
  (setq-local indent-line-function #'isl-indent-line)
  (setq-local indent-tabs-mode nil))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.isl\\'" . isl-mode))

(defvar eglot-server-programs)
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs `(isl-mode ,isl-compiler "--lsp")))

(provide 'isl-mode)
;;; isl-mode.el ends here
