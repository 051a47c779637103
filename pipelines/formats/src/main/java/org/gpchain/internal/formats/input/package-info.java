/** Documents as they are found: in files, folders, archives, lists and standard input. */
package org.gpchain.internal.formats.input;
