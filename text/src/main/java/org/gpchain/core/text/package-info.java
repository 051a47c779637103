/** Sentences as named token columns, with or without labels, and notations of labels. */
package org.gpchain.core.text;
