/** Scratch space that a thread passes to the methods it calls. */
package org.gpchain.core.workspace;
